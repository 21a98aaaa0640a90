// SPDX-License-Identifier: MIT
// Writes the index of the plugins in a folder. The build calls it when all of them are there.
#include "catalog.hpp"

#include <exception>
#include <iostream>

int main(int count, char** words) {
  try {
    if (count != 2)
      throw malha::InputError("usage: malha_write_plugin_index FOLDER, a folder of plugins");
    malha::Catalog::write_index(words[1]);
    return 0;
  } catch (const std::exception& error) {
    std::cerr << "malha_write_plugin_index: " << error.what() << '\n';
    return 2;
  }
}
