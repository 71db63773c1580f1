import { Button, FileButton, Group, Input } from '@mantine/core';
import { IconPaperclip } from '@tabler/icons-react';
import { type ReactNode, useId, useRef } from 'react';
import { useFileSize } from './file-size.ts';
import { Note, Strong } from './note.tsx';
import { useCommonTexts } from './texts.ts';

interface FileFieldProps {
  label: string;
  description?: ReactNode;
  error?: ReactNode;
  accept: string;
  required?: boolean;
  multiple?: boolean;
  /** The chosen files; none: empty. */
  files: readonly File[];
  onChange: (files: File[]) => void;
}

const isSameFile = (one: File, other: File) =>
  one.name === other.name && one.size === other.size && one.lastModified === other.lastModified;

/** A field for files: a button that chooses them, and the chosen ones with their sizes, which can be removed. */
export function FileField({
  label,
  description,
  error,
  accept,
  required = false,
  multiple = false,
  files,
  onChange,
}: FileFieldProps) {
  const t = useCommonTexts().files;
  const sizeOf = useFileSize();
  const id = useId();
  const reset = useRef<() => void>(null);
  const words = files.length === 0 ? t.choose(multiple) : multiple ? t.chooseMore : t.replace;
  const choose = (chosen: File | File[] | null) => {
    const all = chosen === null ? [] : [chosen].flat();
    // The browser asks again for the same file after it was removed.
    reset.current?.();
    if (all.length > 0)
      onChange(multiple ? files.concat(all.filter((one) => !files.some((file) => isSameFile(file, one)))) : all);
  };
  return (
    <Input.Wrapper label={label} description={description} error={error} required={required} labelElement="div" id={id}>
      <Group gap="sm" mt={4}>
        <FileButton
          resetRef={reset}
          onChange={choose}
          accept={accept}
          multiple={multiple}
          inputProps={{ 'aria-label': label }}
        >
          {(props) => (
            <Button
              {...props}
              variant="default"
              leftSection={<IconPaperclip size={16} aria-hidden />}
              aria-label={`${words}: ${label}`}
            >
              {words}
            </Button>
          )}
        </FileButton>
      </Group>
      {files.map((file, at) => (
        <Group
          key={`${file.name} ${file.size} ${file.lastModified}`}
          gap="xs"
          mt={6}
          style={{ overflowWrap: 'anywhere' }}
        >
          <Strong>{file.name}</Strong>
          <Note>{sizeOf(file.size)}</Note>
          <Button
            size="compact-xs"
            variant="subtle"
            color="gray"
            aria-label={t.removeLabel(file.name)}
            onClick={() => onChange(files.filter((_, other) => other !== at))}
          >
            {t.remove}
          </Button>
        </Group>
      ))}
    </Input.Wrapper>
  );
}
