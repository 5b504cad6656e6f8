import { AiFailure } from './ai.ts'

/** In milliseconds. */
export interface TimeLimits {
  /** Without a token, also before the first. */
  idleTimeout: number
  /** For the whole response, with a second try. */
  timeout: number
}

/** A signal that aborts with one of the given ones, and when the server is too slow. */
export function limitTime(signals: AbortSignal[], { idleTimeout, timeout }: TimeLimits) {
  const stop = new AbortController()
  const abort = () => stop.abort(signals.find(({ aborted }) => aborted)?.reason)
  for (const signal of signals) signal.addEventListener('abort', abort)
  const stopAfter = (ms: number, missing: string) =>
    setTimeout(
      () => stop.abort(new AiFailure('timeout', `${missing} from the AI server within ${ms / 1000} s`)),
      ms,
    )
  const idle = stopAfter(idleTimeout, 'no token')
  const whole = stopAfter(timeout, 'no complete response')
  return {
    signal: stop.signal,
    onToken: () => void idle.refresh(),
    end() {
      clearTimeout(idle)
      clearTimeout(whole)
      for (const signal of signals) signal.removeEventListener('abort', abort)
      stop.abort()
    },
  }
}
