/**
 * Whom the customer hears while the agent has stepped aside: hold music, or the person they are handed to. Asked once
 * per tick of the call, and only while the agent is aside.
 */
export interface OtherSide {
  /**
   * Takes 20 ms of the customer and gives the 20 ms they hear, both at the rate of the call; null is silence. The
   * array that comes back is reused.
   */
  exchange(customer: Int16Array): Int16Array | null;
  /** The customer has pressed a key. */
  takeDigit(digit: string): void;
  /** The call is over. May be called twice. */
  close(): void;
}
