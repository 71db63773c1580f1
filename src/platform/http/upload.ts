import { buffer } from 'node:stream/consumers';
import fastifyMultipart, { type MultipartFile } from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import { type TSchema, Type } from 'typebox';
import { InvalidInput, TributaryError } from '../errors/errors.ts';
import { UnreadableBody } from './error-format.ts';
import type { Faults } from './fault-sentences.ts';
import { isEmpty } from './request-body.ts';

/** The single file that a route accepts as `multipart/form-data`. */
export interface UploadSpec {
  /** Name of the part. */
  field: string;
  maxBytes: number;
  /** The accepted kinds of files, for the API reference. The handler checks the content. */
  description: string;
}

/** An uploaded file. Name and media type are the caller's claims and prove nothing. */
export interface UploadedFile {
  content: Buffer;
  /** The file name without folders; empty if none was given. */
  filename: string;
  mediaType: string;
}

/** Maximum size of the form without its file, in bytes: boundaries, part headers, a few surplus parts. */
const MAX_BYTES_AROUND = 16 * 1024;
/** Maximum number of parts that are read, so that surplus parts can be named. */
const MAX_PARTS = 8;
const MAX_BYTES_OF_HEADERS = 2 * 1024;
const LONGEST_NAME_SHOWN = 100;

/** The error code of a 400 that only uploads produce. */
export const MALFORMED_MULTIPART = 'malformed_multipart';

/** Returns the form for the API reference. */
export function uploadBody({ field, maxBytes, description }: UploadSpec): TSchema {
  const says = `${description} At most ${maxBytes} bytes.`;
  return Type.Object({ [field]: Type.String({ format: 'binary', description: says }) });
}

const MAX_NAME = 200;

/** Returns the name of an uploaded file as it is kept: without invisible characters, at most 200 characters. */
export const fileNameOf = (filename: string): string =>
  [...filename.replaceAll(/\p{C}/gu, '')].slice(0, MAX_NAME).join('');

/** Routes that wait for the scope of their server. */
const waiting = new WeakMap<FastifyInstance, RouteOptions[]>();

/**
 * Mounts a route whose body is a form with a file. All other routes still refuse forms. The routes of a server share one scope, because
 * each scope slows its start down.
 */
export function acceptUpload(app: FastifyInstance, route: RouteOptions): void {
  const others = waiting.get(app);
  if (others !== undefined) {
    others.push(route);
    return;
  }
  const routes = [route];
  waiting.set(app, routes);
  app.register(async (scope) => {
    // Routes that are declared from now on need another scope.
    waiting.delete(app);
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (request, _payload, done) => {
      const wording: [string, string] = ['unsupported_media_type', 'Send the file as multipart/form-data.'];
      done(isEmpty(request) ? null : new UnreadableBody(415, wording), undefined);
    });
    await scope.register(fastifyMultipart, { throwFileSizeLimit: false });
    for (const each of routes) scope.route(each);
  });
}

/**
 * Reads the form's single file into memory, at most `maxBytes` of it. Answers as soon as the form is known to be
 * invalid. The server discards the rest of a slow request until its timeout.
 * @throws InvalidInput naming every part that is missing, empty or surplus; UnreadableBody when the form is too
 * large
 * (413), malformed or truncated (400 `malformed_multipart`)
 */
export async function readUpload(request: FastifyRequest, spec: UploadSpec): Promise<UploadedFile> {
  if (isEmpty(request)) throw new InvalidInput({ [spec.field]: ['is required'] });
  const max = spec.maxBytes + MAX_BYTES_AROUND;
  if (Number(request.headers['content-length'] ?? 0) > max) throw tooLarge(spec);
  // The parser does not limit the data before, between and after parts.
  const overflow = new Promise<never>((_, reject) => {
    let received = 0;
    const count = (chunk: Buffer) => {
      received += chunk.length;
      if (received <= max) return;
      // The rest may arrive in many chunks, and creating an error for each takes long.
      request.raw.off('data', count);
      reject(tooLarge(spec));
    };
    request.raw.on('data', count);
  });
  return Promise.race([readForm(request, spec), overflow]);
}

async function readForm(request: FastifyRequest, spec: UploadSpec): Promise<UploadedFile> {
  const { field, maxBytes } = spec;
  const limits = {
    fileSize: maxBytes,
    fieldSize: MAX_BYTES_OF_HEADERS,
    parts: MAX_PARTS,
    headerPairs: 16,
    headerSize: MAX_BYTES_OF_HEADERS,
  };
  const faults: Faults = Object.create(null);
  let found: UploadedFile | null = null;
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type === 'file' && part.fieldname === field && found === null) {
        found = { content: await contentOf(part, spec), filename: part.filename ?? '', mediaType: part.mimetype };
      } else {
        // An unread part would block the next one, so its content is discarded.
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
  // The file may have been truncated together with the part's headers, before a listener could be attached.
  if (file.truncated) throw tooLarge(spec);
  // The parser ends a file that is too large only after all of it has arrived. The response must not wait for that.
  const limit = new Promise<never>((_, reject) => {
    file.once('limit', () => reject(tooLarge(spec)));
  });
  return Promise.race([buffer(file), limit]);
}

const tooLarge = ({ maxBytes }: UploadSpec) =>
  new UnreadableBody(413, ['body_too_large', `The file may have at most ${maxBytes} bytes.`]);

/** Converts the parser's errors, which are the form's fault: a missing boundary, a truncated part, too many parts. */
function unreadable(error: unknown): UnreadableBody {
  const code = (error as { code?: unknown }).code;
  if (code === 'FST_PARTS_LIMIT') {
    return new UnreadableBody(413, ['body_too_large', `The form may have at most ${MAX_PARTS} parts.`]);
  }
  return new UnreadableBody(400, [MALFORMED_MULTIPART, 'The body is no complete multipart/form-data.']);
}
