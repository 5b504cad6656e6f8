import { encode } from 'uqr'

export interface QrCode {
  /** Width and height in modules, with the quiet zone that readers need. */
  size: number
  /** The dark modules, as lines of width 1 from left to right. */
  path: string
}

const QUIET_ZONE = 4

export function qrCode(text: string): QrCode {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_ZONE })
  return { size, path: data.map(lineOf).join('') }
}

function lineOf(modules: boolean[], y: number): string {
  const bits = modules.map((isDark) => (isDark ? '1' : '0')).join('')
  return [...bits.matchAll(/1+/g)].map(({ 0: run, index }) => `M${index} ${y}.5h${run.length}`).join('')
}
