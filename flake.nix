# SPDX-License-Identifier: MIT
# Malha for Nix: `nix build`, `nix run . -- list`, and `nix develop` for what tests need.
# NOT RUN: there was no nixpkgs where this was written. Nix parsed it and evaluated it with stand-ins for the packages;
# their names were read in nixpkgs. Malha is tested with SimGrid 3.32 and 4.0; nixpkgs may have another one.
{
  description = "Scheduler study suite on SimGrid";
  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixos-unstable";

  outputs = { self, nixpkgs }:
    let
      for_each_system = make: nixpkgs.lib.genAttrs [ "x86_64-linux" "aarch64-linux" ]
        (system: make nixpkgs.legacyPackages.${system});
      malha_of = pkgs: pkgs.stdenv.mkDerivation {
        pname = "malha";
        version = "0.2.0";
        src = self;
        nativeBuildInputs = with pkgs; [ cmake ninja pkg-config ];
        buildInputs = with pkgs; [ sqlite xxHash ];
        propagatedBuildInputs = with pkgs; [ boost nlohmann_json pugixml simgrid ]; # plugins need them, too
        # Of the libraries outside of the tree, only those with their folders in the program are found again.
        cmakeFlags = [ "-DMALHA_TESTS=OFF" "-DCMAKE_INSTALL_RPATH_USE_LINK_PATH=ON" ];
        meta = {
          description = "Scheduler study suite on SimGrid";
          license = pkgs.lib.licenses.mit;
          mainProgram = "malha";
          platforms = pkgs.lib.platforms.linux;
        };
      };
    in {
      packages = for_each_system (pkgs: { default = malha_of pkgs; });
      devShells = for_each_system (pkgs: {
        default = pkgs.mkShell {
          inputsFrom = [ (malha_of pkgs) ];
          packages = with pkgs; [ chromium gbenchmark glpk gtest librsvg valgrind zsh ];
        };
      });
    };
}
