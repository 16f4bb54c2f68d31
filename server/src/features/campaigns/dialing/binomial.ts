/** Probability that more than `most` of `tries` succeed. */
export function tailProbability(tries: number, rate: number, most: number): number {
  return sumTail(tries, rate, most, () => 1);
}

/** How many successes over `free` are to be expected. */
export function answersOverFree(tries: number, rate: number, free: number): number {
  return sumTail(tries, rate, free, (successes) => successes - free);
}

/** Sum of `weight(k)` times the binomial probability of k, for every k above `most`. */
function sumTail(tries: number, rate: number, most: number, weight: (successes: number) => number): number {
  if (most >= tries) return 0;
  if (rate >= 1) return weight(tries);
  if (rate <= 0) return 0;
  const first = Math.max(0, most + 1);
  const odds = rate / (1 - rate);
  let logProbability =
    logFactorial(tries) -
    logFactorial(first) -
    logFactorial(tries - first) +
    first * Math.log(rate) +
    (tries - first) * Math.log1p(-rate);
  let sum = 0;
  for (let successes = first; successes <= tries; successes += 1) {
    const probability = Math.exp(logProbability);
    sum += weight(successes) * probability;
    // Beyond the mean each term is smaller than the one before: what is left cannot matter.
    if (successes > tries * rate && probability < 1e-14) break;
    logProbability += Math.log(((tries - successes) / (successes + 1)) * odds);
  }
  return sum;
}

const logFactorials: number[] = [0];

function logFactorial(value: number): number {
  for (let next = logFactorials.length; next <= value; next += 1)
    logFactorials.push(logFactorials[next - 1]! + Math.log(next));
  return logFactorials[value]!;
}
