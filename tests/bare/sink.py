"""A mail server inside the machine that keeps what it gets: run there by Debian's own Python."""

import asyncio
from pathlib import Path

KEPT = Path("/var/tmp/mails")  # noqa: S108 (a machine of the trial's own)


async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Speak as much SMTP as a client needs."""
    writer.write(b"220 sink\r\n")
    while line := await reader.readline():
        word = line[:4].upper().strip()
        if word == b"DATA":
            writer.write(b"354 go on\r\n")
            mail = b""
            while (line := await reader.readline()) not in (b".\r\n", b""):
                mail += line
            number = len(list(KEPT.iterdir()))
            (KEPT / f"{number:03}").write_bytes(mail)
        writer.write(b"221 bye\r\n" if word == b"QUIT" else b"250 ok\r\n")
        await writer.drain()
        if word == b"QUIT":
            break
    writer.close()


async def main() -> None:
    """Listen until the end."""
    KEPT.mkdir(exist_ok=True)
    server = await asyncio.start_server(talk, "127.0.0.1", 2525)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(main())
