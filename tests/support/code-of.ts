import { AppError, type AppErrorCode } from '../../src/domain/errors.ts';

/** The code that the work is refused with. */
export function codeOf(work: () => unknown): AppErrorCode | 'none' {
  try {
    work();
    return 'none';
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
}
