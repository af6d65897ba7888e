// SPDX-License-Identifier: Apache-2.0
// A live page: fetches its data from the server that it came from, again and again.

/**
 * The token stands behind # in the page's address (#token=...), which browsers send to no server,
 * or in the query (?token=...). It goes to the server as `Authorization: Bearer TOKEN`.
 */
export function token(place) {
	for (const text of [place.hash.slice(1), place.search.slice(1)]) {
		const found = new URLSearchParams(text).get('token');
		if (found) return found;
	}
	return null;
}

const WORDS = {
	401: 'The server asks for a token: open the address that gnomon serve has printed.',
	403: 'The server refuses the token: open the address that gnomon serve has printed.',
	503: 'The server has no data yet.',
};

const SOON = 500; // milliseconds between two tries while there is no data yet

/** What needs all of the trace, as the server gives it beside data.json. */
const WHOLE = ['samples', 'messages', 'calls', 'parallelism'];

/** A server that has no data yet says how far it is. */
class Later extends Error {}

/** Fetches from the server of the page; each path has the tag of what it gave last. */
function getter() {
	const secret = token(location);
	const tags = new Map();

	/** {data, age}, of which data is null where nothing has changed. */
	return async function get(path) {
		const headers = { Accept: 'application/json' };
		if (secret) headers.Authorization = `Bearer ${secret}`;
		if (tags.has(path)) headers['If-None-Match'] = tags.get(path);
		const answer = await fetch(path, { headers, cache: 'no-store', credentials: 'omit' });
		const age = Number(answer.headers.get('Age') ?? 0);
		if (answer.status === 304) return { data: null, age };
		if (answer.status === 503)
			throw new Later(`${WORDS[503]} It says: ${(await answer.text()).trim()}.`);
		if (!answer.ok)
			throw new Error(
				WORDS[answer.status] ?? `The server answers ${answer.status}.`,
			);
		const tag = answer.headers.get('ETag');
		if (tag) tags.set(path, tag);
		return { data: await answer.json(), age };
	};
}

/** `fault`: why the server can make no newer data; undefined where it can. */
function stateOf(over, age, fault) {
	if (over) return 'The run is over: this is all of it.';
	const time = new Date(Date.now() - age * 1000).toLocaleTimeString();
	const ago = age > 5 || fault ? `, ${age} seconds ago` : '';
	const why = fault ? ` The server has no newer data. It says: ${fault}.` : '';
	return `Live: as of ${time}${ago}.${why}`;
}

/**
 * Calls `take(data)` with each data, and `say(text, fault)` with how it went. Each answer has a tag
 * (ETag); one that has not changed comes as 304, without data. Where the data says that the run is
 * over (`data.over`), fetching ends. Of a run that grows or has grown, what needs all of the trace
 * comes apart from the newest (`data.newest`), when it is there.
 */
export function live(every, take, say) {
	const get = getter();
	let data = null;
	let whole = null;
	let paused = false;
	let over = false;

	async function fetchWhole() {
		try {
			const next = await get('whole.json');
			if (next.data) whole = next.data;
			return next.data !== null;
		} catch (error) {
			if (!(error instanceof Later)) throw error;
			return false;
		}
	}

	async function fetchOnce() {
		const next = await get('data.json');
		if (next.data) data = next.data;
		const grown = data.newest === true && (await fetchWhole());
		if (next.data || grown) {
			const parts = WHOLE.map((name) => [name, whole?.[name]]);
			const more = { ...Object.fromEntries(parts), wholeEnd: whole?.end };
			take(data.newest ? { ...data, ...more } : data);
		}
		over = data.over === true && (!data.newest || isLast());
		say(stateOf(over, next.age, data.fault), Boolean(data.fault) && !over);
	}

	/** Whether what needs all of the trace is of all of the run. */
	function isLast() {
		return whole !== null && Number(whole.end) >= Number(data.events.to);
	}

	async function round() {
		let wait = every;
		if (!paused && !document.hidden)
			try {
				await fetchOnce();
			} catch (error) {
				if (error instanceof Later) wait = Math.min(SOON, every);
				say(
					error instanceof TypeError
						? 'The server does not answer; trying again.'
						: error.message,
					true,
				);
			}
		if (!over) setTimeout(round, wait);
	}
	round();
	return {
		get: async (path) => (await get(path)).data,
		pause(on) {
			paused = on;
			say(on ? 'Paused.' : 'Live.', false);
		},
	};
}
