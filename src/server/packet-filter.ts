/**
 * What a listening socket shows to the kernel, so that it drops packets by whose they are: a program for the filter
 * of a socket (SO_ATTACH_FILTER, socket(7); its instructions in Linux's networking/filter).
 */

/** One instruction of a `sock_filter`: what, where to go on when it is true and when not, a constant. */
type Instruction = readonly [code: number, ifTrue: number, ifFalse: number, constant: number];

const loadByte = 0x30;
const loadWord = 0x20;
const shiftRight = 0x74;
const jumpIfEqual = 0x15;
const jump = 0x05;
const answer = 0x06;
/** Where the header of the network begins; loads count from there (SKF_NET_OFF). */
const network = 0xfff00000;
const sourceOfV4 = network + 12;
const sourceOfV6 = network + 8;
const pass: Instruction = [answer, 0, 0, 0xffffffff];
const drop: Instruction = [answer, 0, 0, 0];

/** The memory for all options of a socket is 20 KB (optmem_max) on some systems. */
const mostFiltered = 200;

/**
 * @param households as `householdOf` gives them; what is none is left out
 * @returns the instructions as the kernel takes them, 8 bytes each: packets from these households are dropped
 */
export function makePacketFilter(households: readonly string[]): Buffer {
  const v4: Instruction[] = [[loadWord, 0, 0, sourceOfV4]];
  const v6: Instruction[] = [];
  for (const household of households.slice(0, mostFiltered)) {
    const [high, low] = wordsOf(household);
    if (high === undefined) continue;
    if (low === undefined) v4.push([jumpIfEqual, 0, 1, high], drop);
    else {
      v6.push([loadWord, 0, 0, sourceOfV6], [jumpIfEqual, 0, 3, high]);
      v6.push([loadWord, 0, 0, sourceOfV6 + 4], [jumpIfEqual, 0, 1, low], drop);
    }
  }
  v4.push(pass);
  const program: Instruction[] = [
    [loadByte, 0, 0, network],
    [shiftRight, 0, 0, 4],
    [jumpIfEqual, 0, 1, 6],
    [jump, 0, 0, v4.length],
    ...v4,
    ...v6,
    pass,
  ];
  const bytes = Buffer.alloc(program.length * 8);
  for (const [at, [code, ifTrue, ifFalse, constant]] of program.entries()) {
    bytes.writeUInt16LE(code, at * 8);
    bytes.writeUInt8(ifTrue, at * 8 + 2);
    bytes.writeUInt8(ifFalse, at * 8 + 3);
    bytes.writeUInt32LE(constant, at * 8 + 4);
  }
  return bytes;
}

/** One word of an IPv4 address, two of an IPv6 network, as the network orders them. Empty: it is neither. */
function wordsOf(household: string): number[] {
  const bytes = household.split('.').map(Number);
  if (bytes.length === 4 && bytes.every((byte) => byte >= 0 && byte <= 255)) {
    return [Buffer.from(bytes).readUInt32BE()];
  }
  const groups = /^(\w+):(\w+):(\w+):(\w+)::\/64$/.exec(household)?.slice(1) ?? [];
  const [a = 0, b = 0, c = 0, d = 0] = groups.map((group) => Number.parseInt(group, 16));
  return groups.length === 4 ? [a * 0x10000 + b, c * 0x10000 + d] : [];
}
