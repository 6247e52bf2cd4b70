import { StartupError } from '../runtime/startup-error.ts'

type Variables = Record<string, string | undefined>

/** How traces are made, by the variables that OpenTelemetry has for every service. */
export interface TracingConfig {
  readonly serviceName: string
  /** Facts of every span: where the process runs, which stage it is of. */
  readonly resource: Readonly<Record<string, string>>
  readonly sampler: (typeof samplers)[number]
  /** Of ten thousand traces, how many are kept; for samplers by ratio. */
  readonly perTenThousand: number
  readonly protocol: (typeof protocols)[number]
  readonly everyMs: number
}

const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const
const protocols = ['http/protobuf', 'http/json'] as const

function wordOf<W extends string>(variables: Variables, name: string, words: readonly W[], otherwise: W): W {
  const given = variables[name] || otherwise
  const found = words.find((word) => word === given)
  if (!found) throw new StartupError(`${name} has to be one of ${words.join(', ')}, but it is "${given}".`)
  return found
}

/** `name=value,name=value`, values percent-encoded. */
function resourceOf(text: string): Record<string, string> {
  const pairs = text.split(',').filter((pair) => pair.trim() !== '')
  return Object.fromEntries(
    pairs.map((pair) => {
      const [name = '', ...value] = pair.split('=')
      try {
        if (name.trim() !== '' && value.length > 0) return [name.trim(), decodeURIComponent(value.join('=').trim())]
      } catch {
        // Told below.
      }
      throw new StartupError(
        `OTEL_RESOURCE_ATTRIBUTES has to be name=value pairs with commas between, but holds "${pair}".`,
      )
    }),
  )
}

function ratioOf(text: string | undefined): number {
  const ratio = Number(text || '1')
  if (!(ratio >= 0 && ratio <= 1))
    throw new StartupError(`OTEL_TRACES_SAMPLER_ARG has to be a number from 0 to 1, but it is "${text}".`)
  return Math.round(ratio * 10_000)
}

/**
 * Null where no address is given, where tracing is switched off, or where traces are to go nowhere. Address, headers,
 * time limit, compression and certificates are read from their variables by the exporter itself.
 * @throws StartupError with one sentence that names the variable to mend
 */
export function tracingOf(variables: Variables): TracingConfig | null {
  const name = variables.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT
    ? 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'
    : 'OTEL_EXPORTER_OTLP_ENDPOINT'
  const address = variables[name]
  const isOff = variables.OTEL_SDK_DISABLED?.toLowerCase() === 'true'
  if (!address || isOff || variables.OTEL_TRACES_EXPORTER === 'none') return null
  if (!['http:', 'https:'].includes(URL.parse(address)?.protocol ?? ''))
    throw new StartupError(`${name} is not a valid address that begins with http:// or https://.`)
  wordOf(variables, 'OTEL_TRACES_EXPORTER', ['otlp'], 'otlp')
  const protocol = variables.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL
    ? 'OTEL_EXPORTER_OTLP_TRACES_PROTOCOL'
    : 'OTEL_EXPORTER_OTLP_PROTOCOL'
  const { 'service.name': named, ...resource } = resourceOf(variables.OTEL_RESOURCE_ATTRIBUTES ?? '')
  const everyMs = Number(variables.OTEL_BSP_SCHEDULE_DELAY || '5000')
  if (!Number.isInteger(everyMs) || everyMs < 1)
    throw new StartupError('OTEL_BSP_SCHEDULE_DELAY has to be a whole number of milliseconds.')
  return {
    serviceName: variables.OTEL_SERVICE_NAME || named || 'poljin',
    resource,
    sampler: wordOf(variables, 'OTEL_TRACES_SAMPLER', samplers, 'parentbased_always_on'),
    perTenThousand: ratioOf(variables.OTEL_TRACES_SAMPLER_ARG),
    protocol: wordOf(variables, protocol, protocols, 'http/protobuf'),
    everyMs,
  }
}
