#!/usr/bin/env python3
"""Generates the TypeScript types, values and limits of the HTTP interfaces: Web/src/api/generated.ts from docs/openapi.yaml, and
Web/src/api/service-generated.ts, of the processing service, from docs/openapi-service.yaml.

    generate-api-types.py            writes the files
    generate-api-types.py --check    fails where a file is not what would be written
"""

import pathlib
import subprocess
import sys
import textwrap

import yaml

ROOT = pathlib.Path(__file__).resolve().parent.parent
# Documents, and what is generated from them.
FILES = {
    ROOT / "docs/openapi.yaml": ROOT / "Web/src/api/generated.ts",
    ROOT / "docs/openapi-service.yaml": ROOT / "Web/src/api/service-generated.ts",
}
HEADER = """\
// Generated from {} by scripts/generate-api-types.py: change that document, not this file.
"""
WIDTH = 110
PREFIX = "/api/v1"
# Arrays of a fixed length up to this one become tuples.
MAX_TUPLE = 6
SCALARS = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}


def literal(value) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return str(value).lower()
    return f'"{value}"' if isinstance(value, str) else str(value)


def comment(text: str | None, indent: str = "") -> str:
    if not text:
        return ""
    paragraphs = [textwrap.wrap(" ".join(part.split()), WIDTH - len(indent)) for part in text.strip().split("\n\n")]
    lines = [line for paragraph in paragraphs for line in [*paragraph, ""]][:-1]
    if len(lines) == 1:
        return f"{indent}/** {lines[0]} */\n"
    return f"{indent}/**\n" + "".join(f"{indent} * {line}".rstrip() + "\n" for line in lines) + f"{indent} */\n"


def reference(node: dict) -> str | None:
    return node["$ref"].rsplit("/", 1)[1] if "$ref" in node else None


def union(parts: list[str]) -> str:
    return " | ".join(dict.fromkeys(parts))


def grouped(text: str) -> str:
    return f"({text})" if " | " in text and not text.startswith(("{", "(")) else text


def array(node: dict, indent: str) -> str:
    item = type_of(node.get("items", {}), indent)
    if "prefixItems" in node:
        return f"readonly [{', '.join(type_of(each, indent) for each in node['prefixItems'])}]"
    count = node.get("minItems")
    if count is None or count != node.get("maxItems"):
        return f"{grouped(item)}[]"
    return f"readonly [{', '.join([item] * count)}]" if count <= MAX_TUPLE else f"readonly {grouped(item)}[]"


def members(node: dict, indent: str) -> str:
    required = set(node.get("required", []))
    text = ""
    for name, schema in node.get("properties", {}).items():
        text += comment(schema.get("description"), indent)
        text += f"{indent}{name}{'' if name in required else '?'}: {type_of(schema, indent)};\n"
    return text


def object_type(node: dict, indent: str) -> str:
    if "properties" in node:
        return "{\n" + members(node, indent + "  ") + indent + "}"
    values = node.get("additionalProperties")
    return f"Record<string, {type_of(values, indent)}>" if isinstance(values, dict) else "Record<string, unknown>"


def type_of(node: dict, indent: str = "") -> str:
    if name := reference(node):
        return name
    if "const" in node:
        return literal(node["const"])
    if "enum" in node:
        return union([literal(value) for value in node["enum"]])
    for key in ("oneOf", "anyOf"):
        if key in node:
            return union([type_of(each, indent) for each in node[key]])
    if "allOf" in node:
        return " & ".join(grouped(type_of(each, indent)) for each in node["allOf"])
    types = node.get("type", [])
    found = []
    for name in [types] if isinstance(types, str) else types:
        found.append(array(node, indent) if name == "array" else object_type(node, indent) if name == "object" else SCALARS[name])
    return union(found) if found else "unknown"


def schema_text(name: str, node: dict) -> str:
    head = comment(node.get("description"))
    if node.get("type") == "object" and "properties" in node:
        return f"{head}export interface {name} {{\n{members(node, '  ')}}}\n"
    return f"{head}export type {name} = {type_of(node)};\n{values_text(name, node)}"


def values_text(name: str, node: dict) -> str:
    """The values of an enumeration, in their order; `x-everyone` lists those of Privacy that don't depend on the account."""
    text = ""
    for key, suffix in (("enum", "Values"), ("x-everyone", "ForEveryone")):
        if key in node:
            values = ", ".join(literal(value) for value in node[key])
            text += f"export const {name[0].lower()}{name[1:]}{suffix}: readonly {name}[] = [{values}];\n"
    return text


def content_type(holder: dict | None) -> str | None:
    """The type of a JSON body."""
    schema = (holder or {}).get("content", {}).get("application/json", {}).get("schema")
    return type_of(schema, "    ") if schema else None


def operation_text(path: str, method: str, operation: dict, shared: list, document: dict) -> str:
    parameters = []
    for each in [*shared, *operation.get("parameters", [])]:
        name = reference(each)
        parameters.append(document["components"]["parameters"][name] if name else each)
    head = comment(f"{operation.get('summary', '')} `{method.upper()} {path.removeprefix(PREFIX)}`", "  ")
    text = ""
    query = [each for each in parameters if each["in"] == "query"]
    if query:
        text += "    query: {\n"
        for each in query:
            text += comment(each.get("description"), "      ")
            text += f"      {each['name']}{'' if each.get('required') else '?'}: {type_of(each['schema'], '      ')};\n"
        text += "    };\n"
    body = content_type(operation.get("requestBody"))
    if body:
        text += f"    body: {body};\n"
    answers = [content_type(answer) for status, answer in operation["responses"].items() if status.startswith("2")]
    answers = [answer for answer in answers if answer]
    if answers:
        text += f"    response: {union(answers)};\n"
    return f"{head}  {operation['operationId']}: {{\n{text}  }};\n" if text else ""


def resolved(node: dict, document: dict) -> dict:
    """The schema behind a reference; of a nullable one the schema that is not null."""
    if name := reference(node):
        return resolved(document["components"]["schemas"][name], document)
    alternatives = [each for each in node.get("oneOf", []) if each.get("type") != "null"]
    return resolved(alternatives[0], document) if len(alternatives) == 1 else node


def limits_of(node: dict, document: dict) -> dict:
    """The longest text, the most elements and their longest text that a value may have."""
    schema = resolved(node, document)
    # A list of a fixed length, as a vector, has no limit to show.
    is_fixed = schema.get("minItems") is not None and schema.get("minItems") == schema.get("maxItems")
    limits = {name: schema[name] for name in ("maxLength", "maxItems") if name in schema and not is_fixed}
    item = limits_of(schema["items"], document).get("maxLength") if limits and "items" in schema else None
    return limits | ({"maxItemLength": item} if item else {})


def constant(value) -> str:
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{name}: {constant(each)}' for name, each in value.items())} }}"
    return str(value)


def request_schemas(document: dict) -> set[str]:
    """The schemas of JSON request bodies, and those that they contain."""
    operations = [each for item in document["paths"].values() for each in item.values() if isinstance(each, dict)]
    found = set()
    pending = [content_type(each.get("requestBody")) or "" for each in operations]
    while pending:
        name = pending.pop()
        if name not in found:
            found.add(name)
            pending += references(document["components"]["schemas"].get(name, {}))
    return found


def references(node) -> list[str]:
    """The names of all schemas that a part of the document refers to."""
    if isinstance(node, list):
        return [name for each in node for name in references(each)]
    if not isinstance(node, dict):
        return []
    own = [node["$ref"].rsplit("/", 1)[1]] if "$ref" in node else []
    return own + [name for each in node.values() for name in references(each)]


def limits_text(document: dict) -> str:
    requests = request_schemas(document)
    lines = []
    for name, schema in document["components"]["schemas"].items():
        if name in requests:
            properties = {key: limits_of(each, document) for key, each in schema.get("properties", {}).items()}
            limits = {key: each for key, each in properties.items() if each}
        else:
            limits = {"maxBytes": schema["x-maxBytes"]} if "x-maxBytes" in schema else {}
        if limits:
            lines.append(f"  {name}: {constant(limits)},\n")
    head = "/** The limits of request bodies: characters of texts, elements of lists, bytes of files. */\n"
    return f"\n{head}export const limits = {{\n{''.join(lines)}}} as const;\n"


def generate(source: pathlib.Path) -> str:
    document = yaml.safe_load(source.read_text())
    text = HEADER.format(source.relative_to(ROOT))
    for name, schema in document["components"]["schemas"].items():
        text += "\n" + schema_text(name, schema)
    text += "\n/** Of each operation that has one of them: its query, its JSON body and its JSON response. */\n"
    text += "export interface Operations {\n"
    for path, item in document["paths"].items():
        for method, operation in item.items():
            if method in ("get", "put", "post", "patch", "delete"):
                text += operation_text(path, method, operation, item.get("parameters", []), document)
    return formatted(text + "}\n" + limits_text(document))


def formatted(text: str) -> str:
    """As `deno fmt` writes it, so that the file passes the check of style."""
    command = [ROOT / ".venv/bin/deno", "fmt", "--quiet", "--line-width", "120", "--ext", "ts", "-"]
    return subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout


def main():
    arguments = sys.argv[1:]
    if arguments not in ([], ["--check"]):
        sys.exit(__doc__)
    for source, target in FILES.items():
        text = generate(source)
        if not arguments:
            target.write_text(text)
        elif not target.exists() or target.read_text() != text:
            sys.exit(
                f"generate-api-types: error: {target.relative_to(ROOT)} is not what {source.relative_to(ROOT)} says; "
                "run scripts/generate-api-types.py"
            )


main()
