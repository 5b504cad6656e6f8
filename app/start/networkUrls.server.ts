import type { AddressInfo } from 'node:net'
import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os'
import { httpUrl } from '#app/config/config.server.ts'
import { isContainer } from './container.server.ts'

const MAX = 3

/** Networks of containers and virtual machines: phones can't reach them. */
const VIRTUAL = /^(?:docker|podman|br-|veth|virbr|vmnet|vboxnet|lxc|lxd|cni|flannel)/

type Interfaces = NodeJS.Dict<NetworkInterfaceInfo[]>

/** What a phone in the same network has to open, for a server that listens on this address. */
export function networkUrls(
  { address, port }: AddressInfo,
  interfaces: () => Interfaces = interfacesHere,
): string[] {
  const reachable = Object.entries(orNone(interfaces))
    .filter(([name]) => !VIRTUAL.test(name))
    .flatMap(([, infos = []]) => infos)
    .filter((info) => !info.internal && !/^(?:169\.254\.|fe80:)/i.test(info.address))
  const of = (family: string) => reachable.filter((info) => info.family === family)
  const listening =
    address === '0.0.0.0'
      ? of('IPv4')
      : address === '::'
        ? [...of('IPv4'), ...of('IPv6')]
        : reachable.filter((info) => info.address === address)
  return listening.slice(0, MAX).map((info) => httpUrl(info.address, port))
}

/** The addresses inside a container lead nowhere. */
const interfacesHere = () => (isContainer() ? {} : networkInterfaces())

/** A sandbox can forbid asking: systemd does without AF_NETLINK in RestrictAddressFamilies. */
function orNone(interfaces: () => Interfaces): Interfaces {
  try {
    return interfaces()
  } catch {
    return {}
  }
}
