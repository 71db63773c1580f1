import { Group, Text } from '@mantine/core';
import mark from '../mark.svg';

/** Logo and product name. */
export function Wordmark({ size = 28 }: { size?: number }) {
  return (
    <Group gap={10} wrap="nowrap">
      <img src={mark} width={size} height={size} alt="" />
      <Text fw={700} size="lg" lts={-0.3}>
        Tributary
      </Text>
    </Group>
  );
}
