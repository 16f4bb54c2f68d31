/** A small generator of numbers from 0 to 1 that repeats by seed (mulberry32, public domain by Tommy Ettinger). */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const splinters = [
  '',
  '\r\n',
  '\r\n\r\n',
  '\r\n ',
  '\u0000',
  '<',
  '>',
  '"',
  ';',
  ',',
  '%',
  '%00',
  '=',
  ':',
  '@',
  '[::1]',
  ';tag=',
  ';branch=z9hG4bK',
  ';rport=99999',
  ';lr',
  ';refresher=uas',
  '-1',
  '99999999999999999999',
  '0',
  'ä\u{1f600}',
  'SIP/2.0',
  'Content-Length: 5\r\n',
  'Require: timer\r\n',
  'Session-Expires: 90\r\n',
  'Contact: *\r\n',
  'Via: ;;;\r\n',
  'v=0\r\nm=audio 1 RTP/AVP 0\r\n',
  'c=IN IP4 0.0.0.0\r\n',
  'A'.repeat(3000),
];

/** Breaks a message in one to six places: bytes turned, parts cut, doubled, moved, foreign pieces put in. */
export function mutate(text: string, random: () => number): Buffer {
  let broken = text;
  const pick = (length: number) => Math.floor(random() * length);
  for (let count = 1 + pick(6); count > 0; count--) {
    const from = pick(broken.length + 1);
    const to = Math.min(broken.length, from + pick(30));
    const lines = broken.split('\r\n');
    switch (pick(6)) {
      case 0:
        broken = broken.slice(0, from) + String.fromCharCode(pick(256)) + broken.slice(from + 1);
        break;
      case 1:
        broken = broken.slice(0, from) + broken.slice(to);
        break;
      case 2:
        broken = broken.slice(0, to) + broken.slice(from);
        break;
      case 3:
        broken = broken.slice(0, from) + splinters[pick(splinters.length)] + broken.slice(from);
        break;
      case 4:
        lines.splice(pick(lines.length), 1);
        broken = lines.join('\r\n');
        break;
      default:
        lines.splice(pick(lines.length), 0, lines[pick(lines.length)] ?? '');
        broken = lines.join('\r\n');
    }
  }
  return random() < 0.3 ? Buffer.from(broken, 'latin1') : Buffer.from(broken);
}
