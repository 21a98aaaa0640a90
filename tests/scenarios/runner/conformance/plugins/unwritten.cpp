// SPDX-License-Identifier: MIT
// Answers by memory that nobody has written.
#include "policies/pull/choice.hpp"

#include <cstdlib>

namespace malha::pull {
namespace {

class Unwritten : public Choice {
public:
  std::vector<int> classes_of(const std::vector<double>& amounts) override {
    return std::vector<int>(amounts.size(), 1 + state());
  }
  std::vector<Wanted> wanted(const ChoiceView& view) override {
    std::vector<Wanted> all;
    for (const auto& job : view.jobs) {
      all.push_back({job.id, 1});
      all.push_back({job.id, 2});
    }
    return all;
  }

private:
  static int state() {
    constexpr std::size_t far = 3000;                         // behind what the allocator itself writes there
    static void* (*volatile take)(std::size_t) = std::malloc; // so that no compiler sees it
    auto* bytes = static_cast<volatile unsigned char*>(take(2 * far));
    const int state = bytes[far] % 2;
    std::free(const_cast<unsigned char*>(bytes));
    return state;
  }
};

} // namespace
} // namespace malha::pull

MALHA_POLICY(malha::policy<malha::pull::Unwritten>("bad/unwritten", "classes by what lies in memory", ""))
