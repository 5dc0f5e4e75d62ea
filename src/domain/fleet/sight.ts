/** Whether silence can be judged: what a board's way to this server, and this server's own line, allow to say. */

/** In place of an address: the board comes through a proxy, a tunnel, another machine or an external broker. */
export const relayed = 'relayed';

/**
 * An answer about our own line is good for so long, in ms. Silence is judged after ten seconds at the earliest, so a
 * line that was dead for as long as that is noticed.
 */
export const answerLastsMs = 5_000;

/** After a first look without an answer, a second follows this soon, in ms. A hiccup is no dead line. */
export const secondLookMs = 1_000;

/** So many looks in a row find nobody before the line counts as dead. */
export const looksUntilBlind = 2;
