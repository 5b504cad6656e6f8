import { createElement, Fragment, type ReactNode } from 'react'

/** A sentence with elements in it, as one text: rich`Sent to ${<b>{email}</b>}.` */
export const rich = (texts: TemplateStringsArray, ...parts: ReactNode[]): ReactNode =>
  createElement(Fragment, null, ...texts.flatMap((text, at) => [text, parts[at]]))
