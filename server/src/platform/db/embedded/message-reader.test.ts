import { describe, expect, it } from 'vitest';
import { MessageReader, WireError } from './message-reader.ts';
import { maxMessageBytes, message, queryMessage } from './wire-messages.ts';

describe('The reader of a client’s messages', () => {
  const started = (): MessageReader => {
    const reader = new MessageReader();
    reader.startMessages();
    return reader;
  };
  const drain = (reader: MessageReader): Buffer[] => {
    const found: Buffer[] = [];
    for (let next = reader.next(); next !== undefined; next = reader.next()) found.push(next);
    return found;
  };
  const messages = [queryMessage('select 1'), message('S'), queryMessage('x'.repeat(5_000)), message('X')];

  it('puts messages together however they are cut', () => {
    const all = Buffer.concat(messages);
    for (const size of [1, 2, 3, 4, 5, 7, 100, all.length]) {
      const reader = started();
      const found: Buffer[] = [];
      for (let offset = 0; offset < all.length; offset += size) {
        reader.push(all.subarray(offset, offset + size));
        found.push(...drain(reader));
      }
      expect(found).toEqual(messages);
    }
  });

  it('reads the first message without a type', () => {
    const reader = new MessageReader();
    reader.push(Buffer.from([0, 0, 0, 8, 0, 3, 0, 0]));
    expect(reader.next()).toEqual(Buffer.from([0, 0, 0, 8, 0, 3, 0, 0]));
    expect(reader.next()).toBeUndefined();
  });

  it('refuses lengths that cannot be', () => {
    const tooLarge = message('Q');
    tooLarge.writeUInt32BE(maxMessageBytes + 1, 1);
    const tooSmall = message('Q');
    tooSmall.writeUInt32BE(3, 1);
    for (const bytes of [tooLarge, tooSmall]) {
      const reader = started();
      reader.push(bytes);
      expect(() => reader.next()).toThrow(WireError);
    }
    const first = new MessageReader();
    first.push(Buffer.from([0, 0, 0x27, 0x11, 0]));
    expect(() => first.next()).toThrow(WireError);
  });
});
