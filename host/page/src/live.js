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

/**
 * Calls `take(data)` with each data, and `say(text, fault)` with how it went. Each answer has a tag
 * (ETag); one that has not changed comes as 304, without data. Where the data says that the run is
 * over (`data.over`), fetching ends.
 */
export function live(every, take, say) {
	const secret = token(location);
	let tag = null;
	let paused = false;
	let over = false;

	async function fetchOnce() {
		const headers = { Accept: 'application/json' };
		if (secret) headers.Authorization = `Bearer ${secret}`;
		if (tag) headers['If-None-Match'] = tag;
		const answer = await fetch('data.json', {
			headers,
			cache: 'no-store',
			credentials: 'omit',
		});
		if (answer.status === 304) return;
		if (!answer.ok)
			throw new Error(
				WORDS[answer.status] ?? `The server answers ${answer.status}.`,
			);
		tag = answer.headers.get('ETag');
		const data = await answer.json();
		take(data);
		over = data.over === true;
		say(
			over
				? 'The run is over: this is all of it.'
				: `Live: as of ${new Date().toLocaleTimeString()}.`,
			false,
		);
	}

	async function round() {
		if (!paused && !document.hidden)
			try {
				await fetchOnce();
			} catch (error) {
				say(
					error instanceof TypeError
						? 'The server does not answer; trying again.'
						: error.message,
					true,
				);
			}
		if (!over) setTimeout(round, every);
	}
	round();
	return {
		pause(on) {
			paused = on;
			say(on ? 'Paused.' : 'Live.', false);
		},
	};
}
