#!/usr/bin/env bash
# Fuzzes every parser: builds the modules with libFuzzer and the address sanitizer, and runs each target for SECONDS.
#
#   Fuzz/run.sh [SECONDS] [TARGET…]        (60 seconds and all targets, unless told)
#
# A target is one file Fuzz/Targets/NAME.swift with two functions:
#   func fuzz(_ bytes: UnsafeRawBufferPointer)   gives the bytes to the parser; errors are fine, traps and hangs are not
#   func seeds() -> [[UInt8]]                    small valid files to begin with
# and, where words of the format help, Fuzz/Dictionaries/NAME.dict.
# A single allocation beyond 256 MB is a finding: a flat picture of 8 kB may honestly hold 32 million pixels.
# A parser that needs a folder may use the temporary one: it is the target's own.
# What breaks a parser is kept in Fuzz/.build/NAME/findings; run `Fuzz/.build/NAME/fuzz FILE` to see it again.
set -euo pipefail
cd "$(dirname "$0")/.."
seconds=${1:-60}
shift || true
targets=("$@")
if [ ${#targets[@]} -eq 0 ]; then
    for file in Fuzz/Targets/*.swift; do targets+=("$(basename "$file" .swift)"); done
fi

out=$PWD/Fuzz/.build
mkdir -p "$out/modules"
# Modules in the order of their imports; only those that have a folder.
modules=(Geometry Support Codecs Images Models Rendering Capture PointClouds Meshes Reconstruction Splats FloorPlans)
modules+=(SyntheticScenes Measurement ModelFormats PlanFormats Live Exhibits)
# A folder of a module that needs nothing else is built as a module of its own: its module would bring the whole network along.
declare -A folders=([MulticastDNS]=Sources/Pairing/DNS
    [CatalogueTable]="Sources/CatalogueFormats/Tables Sources/CatalogueFormats/CatalogueFormatError.swift"
    [GGUF]="Sources/Guide/Llama/GGUF Sources/Guide/GuideError.swift")
modules+=(MulticastDNS GGUF CatalogueTable)
flags=(-swift-version 6 -package-name diorama -O -g -wmo -parse-as-library -use-ld=lld -sanitize=fuzzer,address)
flags+=(-I "$out/modules" -I Sources/CPNGBridge/include)
libraries=(-lmeshoptimizer)
for library in CArchive:libarchive CTurboJPEG:libturbojpeg CPNG:libpng CHEIF:libheif CWebP:libwebp CEXR:OpenEXR CZlib:zlib \
    CDeflate:libdeflate CZstd:libzstd CCairo:cairo; do
    flags+=(-Xcc "-fmodule-map-file=Sources/${library%%:*}/module.modulemap")
    libraries+=($(pkg-config --libs "${library##*:}"))
done

echo "Building $(IFS=' '; echo "${modules[*]}") for fuzzing"
if [ ! -f Sources/CPNGBridge/include/module.modulemap ]; then
    printf 'module CPNGBridge { header "%s/Sources/CPNGBridge/include/CPNGBridge.h" export * }\n' "$PWD" \
        > "$out/modules/CPNGBridge.modulemap"
    flags+=(-Xcc "-fmodule-map-file=$out/modules/CPNGBridge.modulemap")
fi
flags+=(-Xcc "-fmodule-map-file=Sources/CMeshOptimizer/module.modulemap")
clang -O1 -g -fsanitize=fuzzer-no-link,address -I Sources/CPNGBridge/include $(pkg-config --cflags libpng) \
    -c Sources/CPNGBridge/*.c -o "$out/modules/CPNGBridge.o"
objects=("$out/modules/CPNGBridge.o")
# Targets in C that only need the standard library.
for module in CVoxels CSplats CVulkan CSplatShaders; do
    printf 'module %s { header "%s/Sources/%s/include/%s.h" export * }\n' "$module" "$PWD" "$module" "$module" \
        > "$out/modules/$module.modulemap"
    flags+=(-Xcc "-fmodule-map-file=$out/modules/$module.modulemap")
    for source in Sources/"$module"/*.c; do
        object=$out/modules/$module-$(basename "$source" .c).o
        clang -O1 -g -fsanitize=fuzzer-no-link,address -I "Sources/$module/include" -c "$source" -o "$object"
        objects+=("$object")
    done
done
for module in "${modules[@]}"; do
    object=$out/modules/$module.o
    read -ra sources <<<"${folders[$module]:-Sources/$module}"
    # Built again only where a source is newer.
    if [ ! -f "$object" ] || [ -n "$(find "${sources[@]}" Fuzz/run.sh -newer "$object" -name '*.s*' -print -quit)" ]; then
        swiftc "${flags[@]}" -module-name "$module" -emit-module -emit-module-path "$out/modules/$module.swiftmodule" \
            -c $(find "${sources[@]}" -name '*.swift' | sort) -o "$object"
    fi
    objects+=("$object")
done

failed=0
for target in "${targets[@]}"; do
    folder=$out/$target
    mkdir -p "$folder/corpus" "$folder/findings" "$folder/tmp"
    swiftc "${flags[@]}" -module-name "Fuzz$target" "Fuzz/Targets/$target.swift" Fuzz/Harness.swift "${objects[@]}" \
        "${libraries[@]}" -o "$folder/fuzz"
    echo "Fuzzing $target for $seconds s"
    dictionary=()
    if [ -f "Fuzz/Dictionaries/$target.dict" ]; then dictionary=("-dict=Fuzz/Dictionaries/$target.dict"); fi
    if ! TMPDIR=$folder/tmp FUZZ_SEEDS=$folder/corpus SWIFT_BACKTRACE=enable=no "$folder/fuzz" \
        -max_total_time="$seconds" -timeout=5 -rss_limit_mb=1024 \
        -malloc_limit_mb=256 -max_len=8192 -print_final_stats=1 -verbosity=1 \
        -artifact_prefix="$folder/findings/" "${dictionary[@]}" "$folder/corpus" > "$folder/log" 2>&1; then
        failed=1
        echo "$target: FAILED, see $folder/log"
        grep -aE "ERROR|SUMMARY|Fatal error|Test unit written" "$folder/log" | head -5 || true
    else
        grep -aE "stat::(number_of_executed_units|peak_rss_mb)" "$folder/log" | tr '\n' ' '
        echo "ok"
    fi
done
exit $failed
