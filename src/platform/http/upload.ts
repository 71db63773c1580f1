import { buffer } from 'node:stream/consumers';
import fastifyMultipart, { type MultipartFile } from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type TSchema, Type } from 'typebox';
import { InvalidInput, TributaryError } from '../errors/errors.ts';
import { UnreadableBody } from './error-format.ts';
import type { Faults } from './fault-sentences.ts';
import { isEmpty } from './request-body.ts';

/** The one file that a route takes, as `multipart/form-data`. */
export interface UploadSpec {
  /** Name of the part. */
  field: string;
  maxBytes: number;
  /** What kinds of file are taken, for the reference; the handler finds out what it really is. */
  description: string;
}

/** A file as it came. Name and media type are what the caller says, and prove nothing. */
export interface UploadedFile {
  content: Buffer;
  /** Without folders; empty when none was given. */
  filename: string;
  mediaType: string;
}

/** What a form may hold beside the bytes of its file: boundaries, part headers, a few parts too many. */
const MOST_BYTES_AROUND = 16 * 1024;
/** Parts are looked at, so that those too many can be named, up to here. */
const MOST_PARTS = 8;
const MOST_BYTES_OF_HEADERS = 2 * 1024;
const LONGEST_NAME_SHOWN = 100;

/** The error code of a 400 that only uploads give. */
export const MALFORMED_MULTIPART = 'malformed_multipart';

/** The form, for the reference. */
export function uploadBody({ field, maxBytes, description }: UploadSpec): TSchema {
  const says = `${description} At most ${maxBytes} bytes.`;
  return Type.Object({ [field]: Type.String({ format: 'binary', description: says }) });
}

/** Mounts routes whose body is a form with a file, and nothing else; all other routes go on refusing forms. */
export function acceptUploads(app: FastifyInstance, mount: (scope: FastifyInstance) => void): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (request, _payload, done) => {
      const wording: [string, string] = ['unsupported_media_type', 'Send the file as multipart/form-data.'];
      done(isEmpty(request) ? null : new UnreadableBody(415, wording), undefined);
    });
    await scope.register(fastifyMultipart, { throwFileSizeLimit: false });
    mount(scope);
  });
}

/**
 * Reads the form's one file into memory, never more of it than `maxBytes`. Answers as soon as it is clear that the form
 * cannot be taken; what a slow caller still sends then is let pass by the server, until the request's time is up.
 * @throws InvalidInput naming every part that is missing, empty or too many; UnreadableBody when the form is too large
 *   (413), broken or cut off (400 `malformed_multipart`)
 */
export async function readUpload(request: FastifyRequest, spec: UploadSpec): Promise<UploadedFile> {
  if (isEmpty(request)) throw new InvalidInput({ [spec.field]: ['is required'] });
  const most = spec.maxBytes + MOST_BYTES_AROUND;
  if (Number(request.headers['content-length'] ?? 0) > most) throw tooLarge(spec);
  // What a form brings before, between and after its parts has no limit of its own.
  const overflow = new Promise<never>((_, reject) => {
    let received = 0;
    request.raw.on('data', (chunk: Buffer) => {
      received += chunk.length;
      if (received > most) reject(tooLarge(spec));
    });
  });
  return Promise.race([readForm(request, spec), overflow]);
}

async function readForm(request: FastifyRequest, spec: UploadSpec): Promise<UploadedFile> {
  const { field, maxBytes } = spec;
  const limits = {
    fileSize: maxBytes,
    fieldSize: MOST_BYTES_OF_HEADERS,
    parts: MOST_PARTS,
    headerPairs: 16,
    headerSize: MOST_BYTES_OF_HEADERS,
  };
  const faults: Faults = Object.create(null);
  let found: UploadedFile | null = null;
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type === 'file' && part.fieldname === field && found === null) {
        found = { content: await contentOf(part, spec), filename: part.filename ?? '', mediaType: part.mimetype };
      } else {
        // Read to its end and forgotten; else the part behind it would never come.
        if (part.type === 'file') part.file.resume();
        const name = (part.fieldname ?? 'body').slice(0, LONGEST_NAME_SHOWN);
        if (name !== field) faults[name] = ['is not a known field'];
        else faults[name] = [part.type === 'file' ? 'must be one file, not several' : 'must be a file'];
      }
    }
  } catch (error) {
    throw error instanceof TributaryError ? error : unreadable(error);
  }
  if (found === null) faults[field] ??= ['is required'];
  else if (found.content.length === 0) faults[field] ??= ['must not be an empty file'];
  if (found === null || Object.keys(faults).length > 0) throw new InvalidInput({ ...faults });
  return found;
}

async function contentOf({ file }: MultipartFile, spec: UploadSpec): Promise<Buffer> {
  // Whatever has come with the part's headers was counted before anybody could listen.
  if (file.truncated) throw tooLarge(spec);
  // The parser ends a file that is too large only when the whole of it has come; the answer need not wait for that.
  const limit = new Promise<never>((_, reject) => {
    file.once('limit', () => reject(tooLarge(spec)));
  });
  return Promise.race([buffer(file), limit]);
}

const tooLarge = ({ maxBytes }: UploadSpec) =>
  new UnreadableBody(413, ['body_too_large', `The file may have at most ${maxBytes} bytes.`]);

/**
 * What the parser throws is the form's fault: a boundary that never comes, a part that is cut off, more parts than it
 * was told.
 */
function unreadable(error: unknown): UnreadableBody {
  const code = (error as { code?: unknown }).code;
  if (code === 'FST_PARTS_LIMIT') {
    return new UnreadableBody(413, ['body_too_large', `The form may have at most ${MOST_PARTS} parts.`]);
  }
  return new UnreadableBody(400, [MALFORMED_MULTIPART, 'The body is no complete multipart/form-data.']);
}
