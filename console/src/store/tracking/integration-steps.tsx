import { Anchor, Stack, Table } from '@mantine/core';
import { RoleLimit } from '../../components/role-limit.tsx';
import { SectionTitle } from '../../components/section-title.tsx';
import { TableScroll } from '../../components/table/table-scroll.tsx';
import type { Way } from '../setup-search.ts';
import { ActivationKey } from './activation-key.tsx';
import { orderAttributes, orderCall, orderImage, pluginCall, serverCall } from './code.ts';
import { Step } from './code-step.tsx';
import { KEYS_ID } from './store-keys.tsx';
import { useTrackingTexts } from './texts.ts';
import type { Collector, Collectors } from './use-collectors.ts';

/** Setup steps of a tracking method, with code to copy. */
export function IntegrationSteps({ way, store, collectors }: { way: Way; store: number; collectors: Collectors }) {
  const Steps = { script: ScriptSteps, image: ImageSteps, plugin: PluginSteps, server: ServerSteps }[way];
  const collector =
    collectors[
      ({ script: 'sales_pixel', image: 'sales_pixel', plugin: 'shop_plugin', server: 'server' } as const)[way]
    ];
  return (
    <Stack gap="xl">
      <Stack gap="xl" component="ol" m={0} p={0}>
        <Steps collectors={collectors} store={store} />
      </Stack>
      <Parameters collector={collector} />
    </Stack>
  );
}

interface StepsProps {
  collectors: Collectors;
  store: number;
}

function ScriptSteps({ collectors }: StepsProps) {
  const t = useTrackingTexts().steps;
  const own = collectors.sales_pixel.first_party;
  return (
    <>
      <Step number={1} {...t.snippet} code={collectors.sales_pixel.snippet ?? ''} />
      <Step number={2} {...t.order} code={orderCall(collectors)} />
      <Step number={3} {...t.noScript} code={orderAttributes(collectors)} />
      <Step
        number={4}
        title={t.ownDomain.title}
        hint={t.ownDomain.hint(own?.path ?? '', own?.forward_to ?? '')}
        code={own?.snippet ?? ''}
      />
      <Step number={5} {...t.done} />
    </>
  );
}

function ImageSteps({ collectors }: StepsProps) {
  const t = useTrackingTexts().steps;
  return (
    <>
      <Step
        number={1}
        title={t.image.title}
        hint={t.image.hint(collectors.sales_pixel.click_parameter)}
        code={orderImage(collectors)}
      />
      <Step number={2} {...t.done} />
    </>
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
      <Step number={3} {...t.done} />
    </>
  );
}

function ServerSteps({ collectors }: StepsProps) {
  const t = useTrackingTexts().steps;
  return (
    <>
      <Step number={1} title={t.token.title} hint={t.token.hint}>
        <Anchor href={`#${KEYS_ID}`} size="sm">
          {t.token.link}
        </Anchor>
      </Step>
      <Step number={2} {...t.server} code={serverCall(collectors)} />
      <Step number={3} {...t.done} />
    </>
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
