// SPDX-License-Identifier: MIT
// Keeps notes in a file.
#include "policies/easygrid/launch.hpp"

#include <fstream>

namespace malha::easygrid {
namespace {

class Bad : public Launch {
public:
  std::vector<std::size_t> launch(const LaunchView& view) override {
    std::ofstream("notes.txt", std::ios::app) << view.ready.size();
    return heaviest(view);
  }
};

} // namespace
} // namespace malha::easygrid

MALHA_POLICY(malha::policy<malha::easygrid::Bad>("bad/writes_file", "keeps notes", ""))
