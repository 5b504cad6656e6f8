interface Router {
  /** Resolves when the new data is here. */
  reload(): Promise<void>
  open(path: string): Promise<void>
}

const NONE: Router = { reload: async () => {}, open: async () => {} }

let router = NONE

/** The page's router, for what isn't a component. */
export const currentRouter = (): Router => router

export function setCurrentRouter(next = NONE): void {
  router = next
}
