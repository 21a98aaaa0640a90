# SPDX-License-Identifier: MIT
# Malha for Spack 1.0 or later.
# NOT RUN: there was no Spack where this was written. Names of packages, variants and versions were read in
# spack-packages. The sources have no public address yet, so that Spack takes them from a folder; docs/install.md says how.

from spack_repo.builtin.build_systems.cmake import CMakePackage

from spack.package import *


class Malha(CMakePackage):
    """Scheduler study suite on SimGrid: simulates schedulers of clusters and grids, compares them under the same jobs,
    crashes and loads, checks their schedules, and reproduces the experiments of published systems."""

    license("MIT")

    version("0.2.0")

    generator("ninja")

    depends_on("cxx", type="build")
    depends_on("cmake@3.25:", type="build")
    depends_on("pkgconfig", type="build")

    depends_on("boost@1.74: +iostreams +program_options")
    depends_on("nlohmann-json")
    depends_on("pugixml")
    depends_on("simgrid@3.32,4.0")  # the versions with which Malha is tested
    depends_on("sqlite@3:")
    depends_on("xxhash@0.8:")

    def cmake_args(self):
        return [self.define("MALHA_TESTS", False)]
