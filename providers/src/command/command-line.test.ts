import { expect, test } from 'vitest';
import { fillPlaceholders, parseCommandLine } from './command-line.ts';

test.each([
  ['whisper-cli -m model.bin -f {wav}', ['whisper-cli', '-m', 'model.bin', '-f', '{wav}']],
  ["  a   'b c'\td ", ['a', 'b c', 'd']],
  ['"my program" --name="Ada L"', ['my program', '--name=Ada L']],
  ['a "" b', ['a', '', 'b']],
  ['a \\"b\\ c "d\\"e"', ['a', '"b c', 'd"e']],
  ["a 'b\\c'", ['a', 'b\\c']],
  ['C:\\tools\\run.exe x', ['C:\\tools\\run.exe', 'x']],
  ['a; rm -rf / && $(b) > c | d', ['a;', 'rm', '-rf', '/', '&&', '$(b)', '>', 'c', '|', 'd']],
])('%s', (line, parts) => {
  expect(parseCommandLine(line)).toEqual(parts);
});

test.each(['', '   ', "a 'b", 'a "b', '""'])('"%s" is refused', (line) => {
  expect(() => parseCommandLine(line)).toThrow(/command line|closed/);
});

test('values are put in whole, whatever they contain', () => {
  const parts = fillPlaceholders(['run', '{text}', 'x={wav}', '{other}'], {
    text: 'a b; {wav} "c"',
    wav: '/tmp/a b.wav',
  });
  expect(parts).toEqual(['run', 'a b; {wav} "c"', 'x=/tmp/a b.wav', '{other}']);
});
