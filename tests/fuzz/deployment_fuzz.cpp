// SPDX-License-Identifier: MIT
// A deployment is refused, or read; it is the same when it is read again.
#include "scenarios/runner/runs/library.hpp"
#include "scratch.hpp"

namespace malha::fuzz::deployment_harness {

std::string described(const Deployment& deployment) {
  std::string text = deployment.name;
  for (const auto& actor : deployment.actors) {
    text += '\n' + actor.place + ' ' + actor.hosts + ' ' + actor.descriptor->name;
    text += joined(actor.parameters.all(), ";");
    for (const auto& [slot, choice] : actor.choices)
      text += slot + choice.policy->name + joined(choice.parameters.all(), ";");
  }
  return text;
}

void check(std::string_view text) {
  static const ScratchFile file("input.xml");
  static const Library library({});
  file.holding(text);
  Deployment first;
  if (is_accepted([&] { first = read_deployment(file.path(), {}, library.catalog()); }))
    require(described(first) == described(read_deployment(file.path(), {}, library.catalog())),
            "the deployment is the same");
}

} // namespace malha::fuzz::deployment_harness

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  malha::fuzz::deployment_harness::check(malha::fuzz::text_of(data, size));
  return 0;
}
