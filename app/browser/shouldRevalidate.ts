import type { ShouldRevalidateFunction } from '@remix-run/react'

/** A refused form changed nothing, and reloading would fail without a connection. */
export const unlessRefused: ShouldRevalidateFunction = ({ actionResult, defaultShouldRevalidate }) =>
  actionResult?.ok === false ? false : defaultShouldRevalidate

/** For pages whose own form changes nothing they show. */
export const unlessPosted: ShouldRevalidateFunction = ({ formMethod, defaultShouldRevalidate }) =>
  !formMethod && defaultShouldRevalidate
