/** A step of one input device: https://w3c.github.io/webdriver/#actions */
export type InputAction =
  | { type: 'keyDown' | 'keyUp'; value: string }
  | { type: 'pointerMove'; x: number; y: number }
  | { type: 'pointerDown' | 'pointerUp'; button: number }

export interface InputDevice {
  type: 'key' | 'pointer'
  id: string
  actions: InputAction[]
}

/** One window with cookies and storage of its own. */
export interface Driver {
  /** Resolves when the page has loaded. */
  navigate(url: string): Promise<void>
  reload(): Promise<void>
  /** Runs a function in the page. It can't use anything from outside; its arguments and result are JSON. */
  call<Args extends unknown[], Result>(
    run: (...args: Args) => Result,
    ...args: Args
  ): Promise<Awaited<Result>>
  perform(devices: InputDevice[]): Promise<void>
  /** Some engines have a minimum width. */
  resize(width: number, height: number): Promise<void>
  screenshot(): Promise<Buffer>
  /** How many A4 pages this page prints on, if the engine can print. */
  printedPages?(): Promise<number>
  /** Errors in the console, where the engine tells. */
  errors(): string[]
  close(): Promise<void>
}

export interface Browser {
  open(): Promise<Driver>
  stop(): Promise<void>
}
