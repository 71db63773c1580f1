import { Group } from '@mantine/core';
import { useEffect, useState } from 'react';

/** The chosen pictures as the recipients will see them; their names are listed by the field that chooses them. */
export function ChosenPictures({ files }: { files: readonly File[] }) {
  const [shown, setShown] = useState<readonly { url: string; name: string }[]>([]);
  useEffect(() => {
    const made = files.map((file) => ({ url: URL.createObjectURL(file), name: file.name }));
    setShown(made);
    return () => {
      for (const { url } of made) URL.revokeObjectURL(url);
    };
  }, [files]);
  if (shown.length === 0) return null;
  return (
    <Group gap="xs">
      {shown.map(({ url, name }) => (
        <img
          key={url}
          src={url}
          alt={name}
          style={{ height: 96, maxWidth: '100%', objectFit: 'contain', borderRadius: 8 }}
        />
      ))}
    </Group>
  );
}
