# SPDX-License-Identifier: MIT
# `cpack` in the build folder writes three Debian packages: malha, malha-dev for projects that extend it, and
# python3-malha for programs in Python.

set(MALHA_MAINTAINER "The Malha developers <malha@example.org>" CACHE STRING "Who answers for the packages")

# What Debian keeps beside a package: its licence, and its changes twice: as ours, and in a form that Debian's tools
# read.
set(notes ${PROJECT_BINARY_DIR}/package)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS LICENSE CHANGELOG.md)
file(READ LICENSE licence)
string(REGEX REPLACE "^MIT License\n\nCopyright \\(c\\) ([^\n]*)\n\n" "" licence "${licence}")
set(holder ${CMAKE_MATCH_1})
string(REGEX REPLACE "\n\n" "\n.\n" licence "${licence}")
string(REGEX REPLACE "\n([^\n])" "\n \\1" licence "${licence}")
file(WRITE ${notes}/copyright
     "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\n\n"
     "Files: *\nCopyright: ${holder}\nLicense: Expat\n\n"
     "Files: results/report/third_party/uplot/*\nCopyright: 2022 Leon Sorokin\nLicense: Expat\n\n"
     "License: Expat\n ${licence}")
execute_process(COMMAND git -C ${PROJECT_SOURCE_DIR} log -1 --format=%cD
                OUTPUT_VARIABLE date ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
if(NOT date)
  string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC)
endif()
cmake_host_system_information(RESULT release QUERY DISTRIB_VERSION_CODENAME) # of Debian: "bookworm"
if(NOT release)
  set(release unstable)
endif()
file(WRITE ${notes}/changelog.Debian
     "malha (${PROJECT_VERSION}-1) ${release}; urgency=medium\n\n"
     "  * Version ${PROJECT_VERSION}; changelog.gz says what is new.\n\n"
     " -- ${MALHA_MAINTAINER}  ${date}\n")
execute_process(COMMAND gzip -9nc ${notes}/changelog.Debian
                OUTPUT_FILE ${notes}/changelog.Debian.gz COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND gzip -9nc ${PROJECT_SOURCE_DIR}/CHANGELOG.md
                OUTPUT_FILE ${notes}/changelog.gz COMMAND_ERROR_IS_FATAL ANY)
foreach(package_and_component malha:program malha-dev:development python3-malha:python)
  string(REGEX MATCH "^[^:]+" package ${package_and_component})
  string(REGEX MATCH "[^:]+$" component ${package_and_component})
  install(FILES ${notes}/copyright ${notes}/changelog.gz ${notes}/changelog.Debian.gz DESTINATION share/doc/${package}
          COMPONENT ${component})
endforeach()

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "") # it would be the first line of both descriptions
set(CPACK_PACKAGE_CONTACT ${MALHA_MAINTAINER})
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_ALL program development python)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)

set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME malha)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${PROJECT_BINARY_DIR}/lib)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SUGGESTS "malha-dev, python3-malha, librsvg2-bin, libzmq5, python3 (>= 3.11)")
set(CPACK_DEBIAN_PROGRAM_DESCRIPTION "scheduler study suite on SimGrid
Malha answers what a scheduler does on a grid, under a load, compared with
another one. It reproduces the experiments of published systems (EasyGrid,
GridTS, OscarPBS, OSEP, M-CISNE), prints its numbers beside the published
ones, and runs any two schedulers on the same simulated grid.")

# The program comes from the same build: plugins are checked against one number of its interface.
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME malha-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(development "malha (= ${PROJECT_VERSION}-1)" libboost-dev libboost-iostreams-dev libboost-program-options-dev
    libpugixml-dev libsimgrid-dev nlohmann-json3-dev pkg-config)
list(JOIN development ", " CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_RECOMMENDS "cmake, g++, libgtest-dev, ninja-build")
set(CPACK_DEBIAN_DEVELOPMENT_DESCRIPTION "headers and CMake package of the scheduler study suite Malha
Malha answers what a scheduler does on a grid, under a load, compared with
another one.

With these files policies, actors, workloads, platforms, metrics, rules of
claims and commands are built as plugins; malha new writes each as a project.")

# Python compiles what it loads; what it has written goes with the package.
file(WRITE ${notes}/postinst "#!/bin/sh\nset -e\nif [ \"$1\" = configure ]; then\n  py3compile -p python3-malha\nfi\n")
file(WRITE ${notes}/prerm "#!/bin/sh\nset -e\npy3clean -p python3-malha\n")
set(CPACK_DEBIAN_PYTHON_PACKAGE_NAME python3-malha)
set(CPACK_DEBIAN_PYTHON_PACKAGE_SECTION python)
set(CPACK_DEBIAN_PYTHON_PACKAGE_ARCHITECTURE all)
set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS "malha (= ${PROJECT_VERSION}-1), python3 (>= 3.11)")
set(CPACK_DEBIAN_PYTHON_PACKAGE_SUGGESTS "python3-numpy, python3-pandas")
set(CPACK_DEBIAN_PYTHON_PACKAGE_CONTROL_EXTRA "${notes}/postinst;${notes}/prerm")
set(CPACK_DEBIAN_PYTHON_DESCRIPTION "scheduler study suite Malha for programs in Python
Malha answers what a scheduler does on a grid, under a load, compared with
another one.

With this package programs make simulations decision by decision, and learn
in environments that have the interface of Gymnasium.")
include(CPack)
