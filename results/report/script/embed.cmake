# SPDX-License-Identifier: MIT
# cmake -DOUTPUT=FILE -DFOLDER=DIR -DNAMES=a.css:b.js -P embed.cmake
# Writes style sheets and scripts as C++ that holds their text, so that the program needs no file to make a page. Their names
# are their paths without script/.
string(REPLACE ":" ";" names "${NAMES}")
set(list "")
file(WRITE ${OUTPUT}.new "// Made by results/report/script/embed.cmake.\n#pragma once\n#include \"results/report/script/assets.hpp\"\n\nnamespace malha::page {\n\n")
foreach(name ${names})
  file(READ ${FOLDER}/${name} text)
  file(SHA256 ${FOLDER}/${name} hash)
  string(MAKE_C_IDENTIFIER "text_of_${name}" variable)
  string(FIND "${text}" ")asset\"" found)
  if(NOT found EQUAL -1)
    message(FATAL_ERROR "${name} holds )asset\", which ends the literal that it becomes")
  endif()
  file(APPEND ${OUTPUT}.new "inline constexpr char ${variable}[] = R\"asset(${text})asset\";\n\n")
  string(REGEX REPLACE "^script/" "" asset ${name})
  string(APPEND list "    {\"${asset}\", {${variable}, sizeof ${variable} - 1}, \"${hash}\"},\n")
endforeach()
file(APPEND ${OUTPUT}.new "inline constexpr Asset embedded_assets[] = {\n${list}};\n\n} // namespace malha::page\n")
file(RENAME ${OUTPUT}.new ${OUTPUT})
