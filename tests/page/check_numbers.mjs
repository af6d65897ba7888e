// SPDX-License-Identifier: Apache-2.0
// Numbers as the page shows them: those that the host writes as strings keep all digits.
import { fieldsText, whole } from '../../host/page/src/format.js';

let faults = 0;
let passed = 0;
function same(what, found, wanted) {
	if (found === wanted) passed++;
	else console.log('FAIL', what, found, wanted, ++faults);
}

same('a number', whole(1234567), '1,234,567');
same('none', whole(null), '–');
same('a large one', whole('18446744073709551615'), '18,446,744,073,709,551,615');
same('fields', fieldsText({ pc: 520, write: 1 }), 'pc 0x208 write 0x1');
same('a large field', fieldsText({ data: '9007199254740993' }), 'data 0x20000000000001');
console.log(`${passed} passed, ${faults} failed`);
process.exit(faults ? 1 : 0);
