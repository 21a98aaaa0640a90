// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/quantities.hpp"
#include "scenarios/workload/files/xml.hpp"

#include <set>

namespace malha {

/// How one host or link of a platform changes over time.
struct Profile {
  enum class Kind { host_state, host_speed, link_state, link_bandwidth, link_latency };
  struct Point {
    Seconds date;
    /// A state is on above 0. A speed is a factor of the host's other speed. A bandwidth is in B/s, a latency
    /// in s.
    double value;
  };

  Kind kind;
  std::string where;         ///< the host or link
  std::vector<Point> points; ///< at least one, in the order of dates; the last of several at one date holds
  /// Time after which all points come again, at least the last date; `never`: they do not.
  Seconds period = never;
  std::string place = ""; ///< "file:line" of the profile; "" where no file says it
  bool is_loaded = true;  ///< SimGrid reads it with the platform; otherwise it is added to a host afterwards
};

/// The name of a kind: "host_state", and so on.
std::string name_of(Profile::Kind kind);

/// The value that holds at a date: that of the last point up to and including the date; `before` where there
/// is none.
double value_at(const Profile& profile, Seconds date, double before);

/// The first date after `date` that has a point; `never` where none follows. SimGrid adds up the times
/// between points, so its date may differ from this one in the last digits.
Seconds next_point(const Profile& profile, Seconds date);

/// How many of these hosts are off at once by their profiles at most. Of profiles that repeat, the first ten
/// thousand changes of all count.
int most_off_at_once(const std::vector<Profile>& profiles, const std::set<std::string>& hosts);

/// The profiles of a platform file, in the order of the XML. They come from attributes (speed_file and the
/// like), and from `<trace_connect>`, which gives a profile to a host or link. Files that are read are added
/// to `files`. Throws InputError for all that SimGrid would abort on, hang on, or ignore in silence.
std::vector<Profile> read_profiles(const XmlFile& platform, std::vector<std::filesystem::path>& files);

} // namespace malha
