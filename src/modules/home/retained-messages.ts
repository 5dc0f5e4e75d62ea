import type { HomeMessages } from './home-messages.ts';

/** What is retained at a broker, and what has to be published so that it is what it should be. */
export class RetainedMessages {
  #known: HomeMessages = new Map();

  get all(): HomeMessages {
    return this.#known;
  }

  /**
   * @param isRepeat everything is wanted, whether it differs or not
   * @returns what to publish; an empty payload clears what no longer exists
   */
  replace(messages: HomeMessages, isRepeat = false): [topic: string, payload: string][] {
    const changes = [...messages].filter(
      ([topic, payload]) => isRepeat || this.#known.get(topic) !== payload,
    );
    const gone = [...this.#known.keys()].filter((topic) => !messages.has(topic));
    this.#known = messages;
    return [...changes, ...gone.map((topic): [string, string] => [topic, ''])];
  }
}
