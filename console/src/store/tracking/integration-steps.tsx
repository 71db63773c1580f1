import { Anchor, Stack, Table } from '@mantine/core';
import { Note } from '../../components/note.tsx';
import { RoleLimit } from '../../components/role-limit.tsx';
import { SectionTitle } from '../../components/section-title.tsx';
import { TableScroll } from '../../components/table/table-scroll.tsx';
import type { Way } from '../setup-search.ts';
import { ActivationKey } from './activation-key.tsx';
import { orderAttributes, orderCall, orderImage, pluginCall, serverCall, systemSettings } from './code.ts';
import { Option, Step } from './code-step.tsx';
import { FirstOrder } from './first-order.tsx';
import { KEYS_ID } from './store-keys.tsx';
import { useTrackingTexts } from './texts.ts';
import type { Collector, Collectors } from './use-collectors.ts';

const COLLECTOR_OF = {
  script: 'sales_pixel',
  image: 'sales_pixel',
  plugin: 'shop_plugin',
  server: 'server',
  // The plugins of the shop systems report as the store's server.
  shopify: 'server',
  woocommerce: 'server',
  medusa: 'server',
  vendure: 'server',
} as const satisfies Record<Way, keyof Collectors>;

/** The steps of a tracking method, with code to copy. The last one waits for the first order. */
export function IntegrationSteps({ way, store, collectors }: { way: Way; store: number; collectors: Collectors }) {
  const t = useTrackingTexts();
  const collector = collectors[COLLECTOR_OF[way]];
  const steps = { collectors, store };
  return (
    <Stack gap="xl">
      <Stack gap="xl" component="ol" m={0} p={0}>
        {way === 'script' && <ScriptSteps {...steps} />}
        {way === 'image' && <ImageSteps {...steps} />}
        {way === 'plugin' && <PluginSteps {...steps} />}
        {way === 'server' && <ServerSteps {...steps} />}
        {isSystem(way) && <SystemSteps {...steps} system={way} />}
        <Step number={way === 'image' ? 2 : 3} {...t.steps.done}>
          <FirstOrder collector={collector} />
        </Step>
      </Stack>
      <details>
        <summary>{t.further}</summary>
        <Stack gap="xl" mt="md">
          {way === 'script' && <ScriptOptions {...steps} />}
          <Parameters collector={collector} />
        </Stack>
      </details>
    </Stack>
  );
}

const SYSTEMS = ['shopify', 'woocommerce', 'medusa', 'vendure'] as const;
type System = (typeof SYSTEMS)[number];

const isSystem = (way: Way): way is System => SYSTEMS.some((one) => one === way);

interface StepsProps {
  collectors: Collectors;
  store: number;
}

function ScriptSteps({ collectors }: StepsProps) {
  const t = useTrackingTexts().steps;
  return (
    <>
      <Step number={1} {...t.snippet} code={collectors.sales_pixel.snippet ?? ''} />
      <Step number={2} title={t.order.title} hint={t.order.hint} code={orderCall(collectors)}>
        <Note>{t.order.once}</Note>
      </Step>
    </>
  );
}

/** Variants of the steps of the script. */
function ScriptOptions({ collectors }: StepsProps) {
  const t = useTrackingTexts().steps;
  const own = collectors.sales_pixel.first_party;
  return (
    <>
      <Option {...t.noScript} code={orderAttributes(collectors)} />
      <Option
        title={t.ownDomain.title}
        hint={t.ownDomain.hint(own?.path ?? '', own?.forward_to ?? '')}
        code={own?.snippet ?? ''}
      />
    </>
  );
}

function ImageSteps({ collectors }: StepsProps) {
  const t = useTrackingTexts().steps;
  return (
    <Step
      number={1}
      title={t.image.title}
      hint={t.image.hint(collectors.sales_pixel.click_parameter)}
      code={orderImage(collectors)}
    />
  );
}

function PluginSteps({ collectors, store }: StepsProps) {
  const t = useTrackingTexts().steps;
  return (
    <>
      <Step number={1} {...t.key}>
        <RoleLimit need="manage">
          <ActivationKey store={store} hasKey={collectors.shop_plugin.service_activation_key != null} />
        </RoleLimit>
      </Step>
      <Step number={2} {...t.plugin} code={pluginCall(collectors)} />
    </>
  );
}

function ServerSteps({ collectors }: StepsProps) {
  const t = useTrackingTexts().steps;
  return (
    <>
      <KeyStep />
      <Step number={2} {...t.server} code={serverCall(collectors)} />
    </>
  );
}

function SystemSteps({ collectors, store, system }: StepsProps & { system: System }) {
  const t = useTrackingTexts().steps;
  return (
    <>
      <KeyStep />
      <Step number={2} {...t.systems[system]} code={systemSettings(collectors, store)} />
    </>
  );
}

function KeyStep() {
  const t = useTrackingTexts().steps;
  return (
    <Step number={1} title={t.token.title} hint={t.token.hint}>
      <Anchor href={`#${KEYS_ID}`} size="sm">
        {t.token.link}
      </Anchor>
    </Step>
  );
}

function Parameters({ collector }: { collector: Collector }) {
  const t = useTrackingTexts();
  return (
    <section>
      <SectionTitle order={3} mb="xs">
        {t.parameters}
      </SectionTitle>
      <TableScroll label={t.parameters}>
        <Table aria-label={t.parameters}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{t.parameter.name}</Table.Th>
              <Table.Th scope="col">{t.parameter.required}</Table.Th>
              <Table.Th scope="col">{t.parameter.description}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {collector.parameters.map(({ name, required, description }) => (
              <Table.Tr key={name}>
                <Table.Td ff="monospace">{name}</Table.Td>
                <Table.Td>{required ? t.required : t.optional}</Table.Td>
                <Table.Td>{description}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </TableScroll>
    </section>
  );
}
