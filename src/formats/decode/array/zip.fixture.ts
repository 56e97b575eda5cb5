import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipMember {
  name: string;
  data: Uint8Array;
  deflated?: boolean;
  /** what the directory claims instead of the truth */
  claimedSize?: number;
  flags?: number;
  method?: number;
}

/** A ZIP archive put together by hand, so that its directory can lie. */
export function buildZip(members: ZipMember[]): Uint8Array {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const member of members) {
    const stored = member.deflated ? deflateRawSync(member.data) : member.data;
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(member.flags ?? 0, 2);
    fields.writeUInt16LE(member.method ?? (member.deflated ? 8 : 0), 4);
    fields.writeUInt32LE(crc32(member.data), 10);
    fields.writeUInt32LE(stored.length, 14);
    fields.writeUInt32LE(member.claimedSize ?? member.data.length, 18);
    fields.writeUInt16LE(member.name.length, 22);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    const name = Buffer.from(member.name, 'latin1');
    locals.push(Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), fields, name, stored]));
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\0', 'latin1'), fields, tail, name]));
    offset += 30 + name.length + stored.length;
  }
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(members.length, 8);
  end.writeUInt16LE(members.length, 10);
  end.writeUInt32LE(Buffer.concat(directory).length, 12);
  end.writeUInt32LE(offset, 16);
  return new Uint8Array(Buffer.concat([...locals, ...directory, end]));
}
