/** What Telegram adds to some refusals (https://core.telegram.org/bots/api#responseparameters). */
export interface ErrorParameters {
  readonly retry_after?: number;
  readonly migrate_to_chat_id?: number;
}

/** A refusal as the Bot API words it: HTTP status, description, and sometimes parameters. */
export class ApiError extends Error {
  override readonly name = 'ApiError';

  readonly code: number;
  readonly description: string;
  readonly parameters: ErrorParameters | undefined;

  constructor(code: number, description: string, parameters?: ErrorParameters) {
    super(`${code}: ${description}`);
    this.code = code;
    this.description = description;
    this.parameters = parameters;
  }
}

/** 400 with Telegram's prefix. */
export function badRequest(description: string): ApiError {
  return new ApiError(400, `Bad Request: ${description}`);
}

/** 429 for this many whole seconds, worded as the Bot API server does. */
export function tooManyRequests(seconds: number): ApiError {
  return new ApiError(429, `Too Many Requests: retry after ${seconds}`, { retry_after: seconds });
}
