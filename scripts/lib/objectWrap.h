// Included before each C++ file if npm compiles better-sqlite3 12 because no prebuilt binary fits.
// Compiled with the headers of Node 24.19 or newer, node::ObjectWrap adds a cleanup hook whose removal aborts
// the process during garbage collection (nodejs/node#65446). This removes the hook, as in older headers.
// Not needed from better-sqlite3 13 on, which doesn't use ObjectWrap but requires Node 22.
#include <node.h>
#define AddEnvironmentCleanupHook(isolate, hook, object) ((void)0)
#define RemoveEnvironmentCleanupHook(isolate, hook, object) ((void)0)
#include <node_object_wrap.h>
#undef AddEnvironmentCleanupHook
#undef RemoveEnvironmentCleanupHook
