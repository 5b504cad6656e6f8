import { encode } from 'uqr'

const QUIET_ZONE = 4

/** The dark modules are lines of width 1 from left to right. */
export function qrCode(text: string) {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_ZONE })
  return { size, path: data.map(lineOf).join('') }
}

function lineOf(modules: boolean[], y: number): string {
  const bits = modules.map((isDark) => (isDark ? '1' : '0')).join('')
  return [...bits.matchAll(/1+/g)].map(({ 0: run, index }) => `M${index} ${y}.5h${run.length}`).join('')
}
