// SPDX-License-Identifier: MIT
#include "policies/workflow/timeline.hpp"

#include <boost/random/mersenne_twister.hpp>
#include <boost/random/uniform_int_distribution.hpp>
#include <gtest/gtest.h>

#include <utility>

namespace malha::workflow {
namespace timeline_test {

// Taken from 2 to 5 and from 7 to 8.
TEST(WorkflowTimeline, FillsAGapExactly) {
  Timeline line;
  line.insert(7, 8);
  line.insert(2, 5);
  EXPECT_EQ(line.earliest(0, 2), 0);
  EXPECT_EQ(line.earliest(0, 2.5), 8);
  EXPECT_EQ(line.earliest(3, 2), 5);
  EXPECT_EQ(line.earliest(5.5, 2), 8);
  EXPECT_EQ(line.earliest(9, 2), 9);
  EXPECT_EQ(line.end(), 8);
}

// A task that takes no time fits between two that follow each other, and not into one.
TEST(WorkflowTimeline, HasRoomForATaskThatTakesNoTime) {
  Timeline line;
  line.insert(0, 4);
  line.insert(4, 6);
  EXPECT_EQ(line.earliest(1, 0), 4);
  line.insert(4, 4);
  EXPECT_EQ(line.earliest(1, 0), 4);
  line.erase(4, 4);
  EXPECT_EQ(line.earliest(5, 0), 6);
}

/// The same without blocks: looks at each time.
class PlainTimeline {
public:
  Seconds earliest(Seconds ready, Seconds length) const {
    Seconds at = ready;
    for (const auto& [start, end] : times_) {
      if (end <= ready)
        continue;
      if (at + length <= start)
        return at;
      at = std::max(at, end);
    }
    return at;
  }
  void insert(Seconds start, Seconds end) {
    times_.insert(std::upper_bound(times_.begin(), times_.end(), std::pair(start, end)), {start, end});
  }
  std::pair<Seconds, Seconds> erase(std::size_t place) {
    const auto time = times_.at(place);
    times_.erase(times_.begin() + static_cast<std::ptrdiff_t>(place));
    return time;
  }
  std::size_t size() const { return times_.size(); }

private:
  std::vector<std::pair<Seconds, Seconds>> times_;
};

// Times of few lengths, so that gaps fit exactly; every fourth step takes one away.
TEST(WorkflowTimelineDifferential, FindsTheGapsOfAPlainSearch) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    boost::random::mt19937 engine(seed);
    const auto draw = [&](int most) { return boost::random::uniform_int_distribution<>(0, most)(engine); };
    Timeline line;
    PlainTimeline plain;
    for (int step = 0; step < 3000; ++step) {
      const Seconds ready = draw(4000), length = draw(seed % 2 == 0 ? 4 : 40) / 4.0;
      const Seconds at = line.earliest(ready, length);
      ASSERT_EQ(at, plain.earliest(ready, length)) << "seed " << seed << ", step " << step;
      line.insert(at, at + length);
      plain.insert(at, at + length);
      if (step % 4 == 3) {
        const auto [start, end] =
            plain.erase(static_cast<std::size_t>(draw(static_cast<int>(plain.size()) - 1)));
        line.erase(start, end);
      }
    }
  }
}

} // namespace timeline_test
} // namespace malha::workflow
