// SPDX-License-Identifier: MIT
#include "each_readable.hpp"

#include "policies/sdk/errors.hpp"
#include "results/files/files.hpp"
#include "results/files/table.hpp"

#include <iostream>

namespace malha {

void for_each_readable(const std::vector<std::string>& names,
                       const std::function<void(const std::string& name)>& read) {
  const auto note = [](const std::string& name, const std::string& why) {
    std::cerr << complaint(name + " cannot be read: " + why);
  };
  for (const auto& name : names)
    try {
      read(name);
    } catch (const InputError& error) {
      note(name, error.what());
    } catch (const std::filesystem::filesystem_error& error) {
      note(name, sentence_of(error));
    }
}

} // namespace malha
