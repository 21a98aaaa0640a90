// SPDX-License-Identifier: MIT
// A launch policy that breaks the rule its parameter names.
#include "policies/easygrid/launch.hpp"

#include <csignal>
#include <stdexcept>

namespace malha::easygrid {
namespace {

class MisbehavingLaunch : public Launch {
public:
  explicit MisbehavingLaunch(const Parameters& parameters) : does_(parameters.text("does")) {}

  std::vector<std::size_t> launch(const LaunchView& view) override {
    if (view.ready.empty())
      return {};
    if (does_ == "missing_task")
      return {view.ready.size()};
    if (does_ == "too_many")
      return {0, 1, 2};
    if (does_ == "throw")
      throw std::runtime_error("no idea what to launch");
    if (does_ == "die")
      std::raise(SIGKILL);
    return heaviest(view);
  }

private:
  std::string does_;
};

} // namespace

MALHA_POLICY(policy<MisbehavingLaunch>(
    "misbehaving/launch", "breaks a rule", "",
    {choice("does", "behave", {"behave", "missing_task", "too_many", "throw", "die"}, "what it does")}))

} // namespace malha::easygrid
