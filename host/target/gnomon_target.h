/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNOMON_TARGET_H
#define GNOMON_TARGET_H

/*
 * For programs of the target: points placed in the source, which add no instruction, and the event
 * port, where a call costs one store. C11, C++11, and assembler (.S); freestanding; GCC or Clang,
 * ELF files of 32 or 64 bits. The manual is docs/guide/target.md.
 *
 *	GNOMON_POINT("name");		a point that an experiment calls { point: name }
 *
 * The calls of the event port are there where GNOMON_PORT is defined before this header is
 * included: the address of the port's window of 4 KiB, a number or a pointer.
 */

#ifndef __ELF__
#error "gnomon_target.h needs a compiler that makes ELF files"
#endif

/* Pages of the event port (address bits 11..8). */
#define GNOMON_PAGE_CONTROL 0
#define GNOMON_PAGE_USER 1 /* to 3 */
#define GNOMON_PAGE_SEND 4
#define GNOMON_PAGE_RECEIVE_CALL 5
#define GNOMON_PAGE_RECEIVE 6
#define GNOMON_PAGE_MESSAGE_QUEUED 7
#define GNOMON_PAGE_CREATE_PATH 8
#define GNOMON_PAGE_DESTROY_PATH 9
#define GNOMON_PAGE_CREATE_PROCESS 10
#define GNOMON_PAGE_START_PROCESS 11
#define GNOMON_PAGE_STOP_PROCESS 12
#define GNOMON_PAGE_DESTROY_PROCESS 13
#define GNOMON_PAGE_USER_HIGH 14 /* and 15 */

/* Control writes (sub, address bits 7..2, of page 0). */
#define GNOMON_PORT_PROCESS 0
#define GNOMON_PORT_RUNNABLE 1
#define GNOMON_PORT_START 2
#define GNOMON_PORT_STOP 3
#define GNOMON_PORT_TIME_STOP 4
#define GNOMON_PORT_TIME_START 5
#define GNOMON_PORT_MARK 6

/* Byte offset of a write in the window, for assembler code: sw a0, GNOMON_OFFSET(page, sub)(t0). */
#define GNOMON_OFFSET(page, sub) ((page)*256 + (sub)*4)

/*
 * A point is a label, and a note in section .note.gnomon: owner "gnomon", type 1, the label's
 * address (4 or 8 bytes), the name with its zero. The section takes no place in memory. It is
 * linked to the section of its code ("o") and a member of the group of that ("?"), so that the
 * linker drops both or none.
 */
/* clang-format off */
#ifdef __ASSEMBLER__

#if defined(__LP64__) || (defined(__riscv_xlen) && __riscv_xlen == 64)
#define GNOMON_ADDRESS .8byte
#else
#define GNOMON_ADDRESS .4byte
#endif

/* GNOMON_POINT "name" */
	.macro GNOMON_POINT name
.Lgnomon_point_s\@:
	.pushsection .note.gnomon, "o?", %note, .Lgnomon_point_s\@
	.4byte 7, .Lgnomon_end_s\@ - .Lgnomon_desc_s\@, 1
	.ascii "gnomon\0\0"
.Lgnomon_desc_s\@:
	GNOMON_ADDRESS .Lgnomon_point_s\@
	.asciz "\name"
.Lgnomon_end_s\@:
	.balign 4
	.popsection
	.endm

#else

#if __SIZEOF_POINTER__ == 8
#define GNOMON_ADDRESS ".8byte"
#else
#define GNOMON_ADDRESS ".4byte"
#endif

/*
 * Where the compiler knows how: it is to take the point for as short as it is when it decides on
 * inlining.
 */
#if (defined(__GNUC__) && __GNUC__ >= 9) || (defined(__clang_major__) && __clang_major__ >= 11)
#define GNOMON_ASM __asm__ __volatile__ __inline__
#else
#define GNOMON_ASM __asm__ __volatile__
#endif

/* The name is a string literal of letters, digits, and _ - . : / */
#define GNOMON_POINT(name)                                                              \
	GNOMON_ASM(".Lgnomon_point%=: .pushsection .note.gnomon, \"o?\", %%note, .Lgnomon_point%=\n\t" \
		   ".4byte 7, .Lgnomon_end%= - .Lgnomon_desc%=, 1\n\t"                  \
		   ".ascii \"gnomon\\0\\0\"\n"                                          \
		   ".Lgnomon_desc%=: " GNOMON_ADDRESS " .Lgnomon_point%=\n\t"           \
		   ".asciz \"" name "\"\n"                                              \
		   ".Lgnomon_end%=: .balign 4\n\t"                                      \
		   ".popsection" ::)
/* clang-format on */

#ifdef GNOMON_PORT

#include <stdint.h>

#define GNOMON_CALL static inline __attribute__((__always_inline__, __unused__)) void

/* A constant that the port has not is refused where the compiler optimises. */
#ifdef __OPTIMIZE__
void gnomon_no_such_event(void)
    __attribute__((__error__("user's events are 64 to 255 and 896 to 1023")));
void gnomon_no_such_connection(void) __attribute__((__error__("connections are 0 to 63")));
#define GNOMON_REFUSE(bad, refuse)                                                                 \
	do {                                                                                       \
		if (__builtin_constant_p(bad) && (bad))                                            \
			refuse();                                                                  \
	} while (0)
#else
#define GNOMON_REFUSE(bad, refuse) ((void)0)
#endif

/* The store that is the event. `number` is page * 64 + sub. */
GNOMON_CALL gnomon_store(unsigned number, uint32_t word)
{
	*(volatile uint32_t *)((uintptr_t)(GNOMON_PORT) + (uintptr_t)number * 4u) = word;
}

GNOMON_CALL gnomon_control(unsigned sub, uint32_t word)
{
	gnomon_store(GNOMON_PAGE_CONTROL * 64 + sub, word);
}

GNOMON_CALL gnomon_connection(unsigned page, unsigned connection, uint32_t word)
{
	GNOMON_REFUSE(connection > 63, gnomon_no_such_connection);
	gnomon_store(page * 64 + connection, word);
}

/* The process that runs from now on; the record of this bears it already. */
GNOMON_CALL gnomon_process(uint16_t process)
{
	gnomon_control(GNOMON_PORT_PROCESS, process);
}

/* The number of processes that can run now; the record of this bears it already. */
GNOMON_CALL gnomon_runnable(uint8_t count)
{
	gnomon_control(GNOMON_PORT_RUNNABLE, count);
}

/* Collection of this node begins, with this. */
GNOMON_CALL gnomon_start(void)
{
	gnomon_control(GNOMON_PORT_START, 0);
}

/* Collection of this node ends, with this. */
GNOMON_CALL gnomon_stop(void)
{
	gnomon_control(GNOMON_PORT_STOP, 0);
}

/* The time that reports count is stopped from now on. */
GNOMON_CALL gnomon_time_stop(void)
{
	gnomon_control(GNOMON_PORT_TIME_STOP, 0);
}

/* It resumes. */
GNOMON_CALL gnomon_time_start(void)
{
	gnomon_control(GNOMON_PORT_TIME_START, 0);
}

/* A mark (record kind `mark`); the number is yours. */
GNOMON_CALL gnomon_mark(uint32_t number)
{
	gnomon_control(GNOMON_PORT_MARK, number);
}

/* An event of your own: number 64 to 255, or 896 to 1023, and a word. */
GNOMON_CALL gnomon_event(unsigned number, uint32_t word)
{
	GNOMON_REFUSE(number < 64 || (number > 255 && number < 896) || number > 1023,
		      gnomon_no_such_event);
	gnomon_store(number, word);
}

/*
 * The ten kinds of events of Miller's DPM (1988, section III.A). `connection` is 0 to 63,
 * `sequence` the message's number on its connection, `size` its bytes (65535 at most).
 */

/* A process sends a message. */
GNOMON_CALL gnomon_send(unsigned connection, uint16_t sequence, uint16_t size)
{
	gnomon_connection(GNOMON_PAGE_SEND, connection, (uint32_t)sequence << 16 | size);
}

/* A process requests a message, and waits where there is none. */
GNOMON_CALL gnomon_receive_call(unsigned connection)
{
	gnomon_connection(GNOMON_PAGE_RECEIVE_CALL, connection, 0);
}

/* A process gets a message. */
GNOMON_CALL gnomon_receive(unsigned connection, uint16_t sequence, uint16_t size)
{
	gnomon_connection(GNOMON_PAGE_RECEIVE, connection, (uint32_t)sequence << 16 | size);
}

/* A message comes to the queue of its receiver. */
GNOMON_CALL gnomon_message_queued(unsigned connection, uint16_t sequence, uint16_t size)
{
	gnomon_connection(GNOMON_PAGE_MESSAGE_QUEUED, connection, (uint32_t)sequence << 16 | size);
}

/* A connection is made; `peer` names the other end in numbers of your own. */
GNOMON_CALL gnomon_create_path(unsigned connection, uint32_t peer)
{
	gnomon_connection(GNOMON_PAGE_CREATE_PATH, connection, peer);
}

/* A connection is taken down. */
GNOMON_CALL gnomon_destroy_path(unsigned connection)
{
	gnomon_connection(GNOMON_PAGE_DESTROY_PATH, connection, 0);
}

/* The process that runs makes another one. */
GNOMON_CALL gnomon_create_process(uint16_t process)
{
	gnomon_connection(GNOMON_PAGE_CREATE_PROCESS, 0, process);
}

/* A process begins to run, or resumes. */
GNOMON_CALL gnomon_start_process(uint16_t process)
{
	gnomon_connection(GNOMON_PAGE_START_PROCESS, 0, process);
}

/* A process is stopped. */
GNOMON_CALL gnomon_stop_process(uint16_t process)
{
	gnomon_connection(GNOMON_PAGE_STOP_PROCESS, 0, process);
}

/* A process ends. */
GNOMON_CALL gnomon_destroy_process(uint16_t process)
{
	gnomon_connection(GNOMON_PAGE_DESTROY_PROCESS, 0, process);
}

#endif /* GNOMON_PORT */
#endif /* __ASSEMBLER__ */
#endif
