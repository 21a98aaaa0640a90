// SPDX-License-Identifier: MIT
// Goes to another folder.
#include "policies/easygrid/launch.hpp"

#include <unistd.h>

namespace malha::easygrid {
namespace {

class Bad : public Launch {
public:
  std::vector<std::size_t> launch(const LaunchView& view) override {
    if (chdir("/") != 0)
      return {};
    return heaviest(view);
  }
};

} // namespace
} // namespace malha::easygrid

MALHA_POLICY(malha::policy<malha::easygrid::Bad>("bad/changes_folder", "goes to another folder", ""))
