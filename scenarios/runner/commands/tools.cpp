// SPDX-License-Identifier: MIT
#include "tools.hpp"

#include "commands.hpp"
#include "results/files/shell_words.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <iostream>

namespace malha {
namespace {

/// What the tools bring. They are loaded once, from the folder of this library, and never closed.
const std::vector<PluginPart>& parts_of_tools(const std::string& who) {
  static const std::vector<PluginPart>* parts = nullptr;
  if (parts != nullptr)
    return *parts;
  const auto folder = file_of_code(reinterpret_cast<const void*>(&run_tool)).parent_path();
  void* library = dlopen((folder / "libmalha-tools.so").c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr)
    throw InputError(who + ": cannot be loaded: " + dlerror() + "; valid: ./malha " + who +
                     ", which builds it, or ninja program before");
  const auto entry = reinterpret_cast<PluginEntry (*)()>(dlsym(library, "malha_plugin"));
  parts = static_cast<const std::vector<PluginPart>*>(entry().contents);
  return *parts;
}

/// The descriptor of a part of the tools. `who` needs it.
template <class Part>
const Part& part_of_tools(const std::string& name, const std::string& who) {
  for (const auto& part : parts_of_tools(who))
    if (part.kind == Part::kind && part.name == name)
      return *static_cast<const Part*>(part.descriptor);
  throw std::logic_error("the tools have no " + std::string(Part::kind) + " '" + name + "'");
}

} // namespace

int run_tool(const std::string& name, const std::vector<std::string>& words) {
  return part_of_tools<Command>(name, name).run(words);
}

void offer_page(const std::filesystem::path& folder, bool now, const Library& library) {
  if (!now) {
    std::cout << "a page with figures: malha report " << shell_word(folder.string()) << '\n';
    return;
  }
  const auto file = folder / "report.html";
  part_of_tools<PageWriter>("html", "report").write({folder}, file, library);
  std::cout << "page in " << file.string() << '\n';
}

} // namespace malha
