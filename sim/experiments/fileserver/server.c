/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The file server of Miller's DPM (1988, section IV.B), with probabilities that are known: four
 * server processes, a system process, and users. A few lines of run-time system give them messages
 * and turns, and report to the event port of the core what they do.
 *
 *   core 0   interpreter, directory
 *   core 1   buffer, disk; device, which is a process of the system
 *   core 2   three users
 *   core 3   three users
 *
 *   user -> interpreter -> directory -> interpreter -> user                     an open
 *   user -> interpreter -> buffer -> interpreter -> user                        a read, a hit
 *   user -> interpreter -> buffer (-> disk -> buffer)+ -> interpreter -> user   a read, a miss
 *
 * What a request really visited is a text in its messages, to which each server process adds its
 * letter. Users count these texts in memory, and print them at the end: that is the truth against
 * which the analysis of the events is held. It shares nothing with the event port.
 */
#include "soc.h"

#define GNOMON_PORT SOC_PORT
#include "gnomon_target.h"

#ifndef REQUESTS
#define REQUESTS 20 /* of each user */
#endif
#ifndef SEED
#define SEED 1
#endif

/* The probabilities that are built in, per cent; fileserver.py reads them here. */
#define OPEN_PERCENT 4
#define HIT_PERCENT 73
#define INDIRECT_PERCENT 17

#define USERS 6
#define TRAIL 24  /* letters of a request, with the zero behind them */
#define TRAILS 16 /* different ones that a user counts */
#define ROOM 8	  /* messages that a connection holds: more than there are users */

/* Numbers of processes, as experiment.yaml names them. */
enum process {
	IDLE = 0,
	INTERPRETER = 1,
	DIRECTORY = 2,
	BUFFER = 3,
	DISK = 4,
	DEVICE = 5,
	USER = 11, /* and up */
};

/* Connections: each has one process that sends and one that receives. */
enum connection {
	TO_DIRECTORY,
	FROM_DIRECTORY,
	TO_BUFFER,
	FROM_BUFFER,
	TO_DISK,
	FROM_DISK,
	TO_DEVICE,
	FROM_DEVICE,
	FROM_USER = 16, /* and up, one a user */
	TO_USER = 32,	/* likewise */
	CONNECTIONS = 40,
};

struct message {
	uint32_t user;
	uint32_t open; /* else a read */
	char trail[TRAIL];
};
#define WORDS (sizeof(struct message) / sizeof(uint32_t))

/* Only the sender writes `sent`, and only the receiver `taken`. */
static volatile struct pipe {
	uint32_t sent, taken;
	struct message message[ROOM];
} pipes[CONNECTIONS];

static volatile uint32_t users_left = USERS;

/* What a user found in its replies. */
struct tally {
	char trail[TRAILS][TRAIL];
	uint32_t count[TRAILS];
	uint32_t trails;
};

static struct user {
	uint32_t random;
	uint32_t made;	  /* requests so far */
	uint32_t waiting; /* for a reply */
	struct tally tally;
} users[USERS];

static uint32_t buffer_random;
static uint32_t disk_busy;     /* it waits for the device, and takes nothing else */
static struct message at_disk; /* what it waits with */
static uint32_t running[4];    /* process of each core */

/* xorshift32 */
static uint32_t draw(uint32_t *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 17;
	*state ^= *state << 5;
	return *state;
}

static int happens(uint32_t *state, uint32_t percent)
{
	return ((draw(state) >> 16) * 100) >> 16 < percent;
}

/* -- the run-time system -- */

static void copy(volatile void *to, const volatile void *from)
{
	for (uint32_t i = 0; i < WORDS; i++)
		((volatile uint32_t *)to)[i] = ((const volatile uint32_t *)from)[i];
}

/* The process that runs on this core from now on. */
POINT static void switch_to(uint32_t core, uint32_t process)
{
	if (running[core] != process)
		gnomon_process((uint16_t)process);
	running[core] = process;
}

static int has_message(uint32_t connection)
{
	return pipes[connection].sent != pipes[connection].taken;
}

/* There is room: no more messages are on their way than there are users. */
POINT static void send(uint32_t connection, const struct message *m)
{
	volatile struct pipe *pipe = &pipes[connection];
	uint32_t number = pipe->sent;

	copy(&pipe->message[number % ROOM], m);
	gnomon_send(connection, (uint16_t)number, sizeof(*m));
	gnomon_message_queued(connection, (uint16_t)number, sizeof(*m));
	pipe->sent = number + 1;
}

/* Takes the message that waits; `letter`: of a server process, which adds it to the trail. */
POINT static void receive(uint32_t connection, struct message *m, char letter)
{
	volatile struct pipe *pipe = &pipes[connection];
	uint32_t number = pipe->taken, i = 0;

	copy(m, &pipe->message[number % ROOM]);
	gnomon_receive(connection, (uint16_t)number, sizeof(*m));
	pipe->taken = number + 1;
	while (m->trail[i] && i < TRAIL - 2)
		i++;
	if (letter) {
		m->trail[i] = letter;
		m->trail[i + 1] = 0;
	}
}

POINT static void work(uint32_t rounds)
{
	for (volatile uint32_t i = 0; i < rounds; i++)
		;
}

/* -- the server: each takes a message, if one waits, and returns whether it did -- */

static int interpreter(uint32_t core)
{
	static uint32_t next; /* the user whose turn it is */
	struct message m;

	for (uint32_t i = 0; i < 2 + USERS; i++, next = (next + 1) % (2 + USERS)) {
		uint32_t from = next == 0   ? FROM_DIRECTORY
				: next == 1 ? FROM_BUFFER
					    : FROM_USER + next - 2;

		if (!has_message(from))
			continue;
		switch_to(core, INTERPRETER);
		receive(from, &m, 'R');
		work(4);
		if (from < FROM_USER)
			send(TO_USER + m.user, &m);
		else
			send(m.open ? TO_DIRECTORY : TO_BUFFER, &m);
		next = (next + 1) % (2 + USERS);
		return 1;
	}
	return 0;
}

static int directory(uint32_t core)
{
	struct message m;

	if (!has_message(TO_DIRECTORY))
		return 0;
	switch_to(core, DIRECTORY);
	receive(TO_DIRECTORY, &m, 'D');
	work(20);
	send(FROM_DIRECTORY, &m);
	return 1;
}

static int buffer(uint32_t core)
{
	struct message m;
	uint32_t from = has_message(FROM_DISK) ? FROM_DISK : TO_BUFFER;
	int on_disk;

	if (!has_message(from))
		return 0;
	switch_to(core, BUFFER);
	receive(from, &m, 'B');
	work(8);
	on_disk = from == FROM_DISK ? happens(&buffer_random, INDIRECT_PERCENT)
				    : !happens(&buffer_random, HIT_PERCENT);
	send(on_disk ? TO_DISK : FROM_BUFFER, &m);
	return 1;
}

static int disk(uint32_t core)
{
	struct message reply;

	if (!has_message(disk_busy ? FROM_DEVICE : TO_DISK))
		return 0;
	switch_to(core, DISK);
	if (disk_busy) {
		receive(FROM_DEVICE, &reply, 0);
		send(FROM_DISK, &at_disk);
	} else {
		receive(TO_DISK, &at_disk, 'I');
		send(TO_DEVICE, &at_disk);
	}
	disk_busy = !disk_busy;
	return 1;
}

static int device(uint32_t core)
{
	struct message m;

	if (!has_message(TO_DEVICE))
		return 0;
	switch_to(core, DEVICE);
	receive(TO_DEVICE, &m, 0);
	work(30);
	send(FROM_DEVICE, &m);
	return 1;
}

/* -- the users -- */

static int same(const char *a, const char *b)
{
	while (*a && *a == *b)
		a++, b++;
	return *a == *b;
}

static void count(struct tally *tally, const char *trail)
{
	uint32_t i = 0;

	while (i < tally->trails && !same(tally->trail[i], trail))
		i++;
	if (i == TRAILS)
		soc_exit(2);
	if (i == tally->trails) {
		for (uint32_t k = 0; k < TRAIL; k++)
			tally->trail[i][k] = trail[k];
		tally->trails++;
	}
	tally->count[i]++;
}

static int user(uint32_t core, uint32_t number)
{
	struct user *u = &users[number];
	struct message m = {.user = number};

	if (u->waiting ? !has_message(TO_USER + number) : u->made == REQUESTS)
		return 0;
	switch_to(core, USER + number);
	if (u->waiting) {
		receive(TO_USER + number, &m, 0);
		count(&u->tally, m.trail);
		u->waiting = 0;
	}
	if (u->made == REQUESTS) {
		lock(0);
		users_left--;
		unlock(0);
		return 1;
	}
	work(draw(&u->random) % 32);
	m.open = (uint32_t)happens(&u->random, OPEN_PERCENT);
	m.trail[0] = 0;
	u->made++;
	u->waiting = 1;
	send(FROM_USER + number, &m);
	return 1;
}

/* -- all -- */

static void make_process(uint32_t process, uint32_t *runnable)
{
	gnomon_create_process((uint16_t)process);
	gnomon_runnable((uint8_t)++ * runnable);
}

static void begin_core(uint32_t core)
{
	uint32_t runnable = 0, i;

	gnomon_process(IDLE);
	if (core == 0) {
		make_process(INTERPRETER, &runnable);
		make_process(DIRECTORY, &runnable);
	} else if (core == 1) {
		make_process(BUFFER, &runnable);
		make_process(DISK, &runnable);
		make_process(DEVICE, &runnable);
		buffer_random = 0x9e3779b9u ^ (SEED * 2654435761u);
	}
	for (i = 0; core >= 2 && i < USERS; i++) {
		if (i % 2 != core % 2)
			continue;
		make_process(USER + i, &runnable);
		users[i].random = (0x85ebca6bu + i) ^ (SEED * 2246822519u + i * 3266489917u);
	}
}

/* One turn of each process of a core; returns whether any did something. */
static int turn(uint32_t core)
{
	int busy = 0;

	if (core == 0)
		return interpreter(core) | directory(core);
	if (core == 1)
		return buffer(core) | disk(core) | device(core);
	for (uint32_t i = core % 2; i < USERS; i += 2)
		busy |= user(core, i);
	return busy;
}

/* The end of the measured part, on each core. */
POINT static void done(void)
{
}

static void print_tally(const struct tally *tally)
{
	for (uint32_t i = 0; i < tally->trails; i++) {
		print("trail ");
		print(tally->trail[i]);
		print(" ");
		print_number(tally->count[i]);
		print("\n");
	}
}

int main(unsigned int core, unsigned int cores)
{
	uint32_t made = 0;

	if (cores != 4)
		return 3;
	begin_core(core);
	barrier();
	while (users_left)
		if (!turn(core))
			switch_to(core, IDLE);
	switch_to(core, IDLE);
	barrier();
	done();

	for (uint32_t i = core % 2; core >= 2 && i < USERS; i += 2)
		made += users[i].made;
	lock(1);
	for (uint32_t i = core % 2; core >= 2 && i < USERS; i += 2)
		print_tally(&users[i].tally);
	print("fileserver: core ");
	print_number(core);
	print(core < 2 || made == REQUESTS * USERS / 2 ? ": pass\n" : ": FAIL\n");
	unlock(1);
	return 0;
}
